import { expect, test } from 'vitest';
import { codeForm, codeRefusal, inGroups } from './mfa.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
])('%j is the code %s', (given, code) => {
  expect(codeForm.parse({ code: given })).toEqual({ code });
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (code) => {
  expect(codeForm.safeParse({ code }).error?.issues[0]?.message).toBe(
    'Please enter the 6 digits that the app shows',
  );
});

test('a refusal has a sentence, or the words of the service', () => {
  expect(codeRefusal('mfa_verification_failed', 'Invalid')).toContain('This code is not right');
  expect(codeRefusal(undefined, 'Something else')).toBe('Something else');
});

test('a secret is written in groups', () => {
  expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
