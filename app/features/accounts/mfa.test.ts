import { expect, test } from 'vitest';
import { explainCodeError, groupSecret, mfaCodeForm, recoveryCodeForm } from './mfa.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
])('%j is the code %s', (given, code) => {
  expect(mfaCodeForm.parse({ code: given })).toEqual({ code });
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is not a code', (code) => {
  expect(mfaCodeForm.safeParse({ code }).error?.issues[0]?.message).toBe(
    'Please enter the 6 digits that the app shows',
  );
});

test.each([
  ['2abcd-3efgh', '2abcd3efgh'],
  [' 2ABCD 3EFGH ', '2abcd3efgh'],
])('%j is the recovery code %s', (given, code) => {
  expect(recoveryCodeForm.parse({ code: given })).toEqual({ code });
});

test.each(['', '123456', '2abcd-3efg', '2abcd-3efgh-4'])('%j is not a recovery code', (code) => {
  expect(recoveryCodeForm.safeParse({ code }).success).toBe(false);
});

test('explainCodeError explains known codes and returns other messages', () => {
  expect(explainCodeError('mfa_verification_failed', 'Invalid')).toContain('That code is wrong');
  expect(explainCodeError(undefined, 'Something else')).toBe('Something else');
});

test('groupSecret makes groups of four', () => {
  expect(groupSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
