import { expect, test } from 'vitest';
import { optionalText, requiredText } from './form-fields.ts';

const text = requiredText(2, 'Too short', 4);
const sentence = (value: unknown) => text.safeParse(value).error?.issues[0]?.message;

test('an emoji is one character, as it is for the database', () => {
  expect(sentence('🏡')).toBe('Too short');
  expect(sentence('🏡🏡')).toBeUndefined();
  expect(sentence('🏡🏡🏡🏡🏡')).toBe('Please use at most 4 characters');
});

test('the end of a line is one character, however it was sent', () => {
  expect(text.parse('a\r\nb\r')).toBe('a\nb');
  expect(text.parse('a\r\nbc')).toBe('a\nbc');
});

test('what the database cannot hold is left out', () => {
  expect(text.parse('a\0b')).toBe('ab');
  expect(sentence('a\0')).toBe('Too short');
});

test('an optional text may be missing but not endless', () => {
  expect(optionalText(4).parse(undefined)).toBe('');
  expect(optionalText(4).safeParse('abcde').error?.issues[0]?.message).toBe(
    'Please use at most 4 characters',
  );
});
