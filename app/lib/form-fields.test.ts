import { expect, test } from 'vitest';
import { emailAddress, fieldErrors, optionalText, requiredText } from './form-fields.ts';
import { z } from './zod-mini.ts';

const text = () => requiredText(2, 'Too short', 4);
const sentence = (value: unknown) => text().safeParse(value).error?.issues[0]?.message;

test('an emoji is one character, as it is for the database', () => {
  expect(sentence('🏡')).toBe('Too short');
  expect(sentence('🏡🏡')).toBeUndefined();
  expect(sentence('🏡🏡🏡🏡🏡')).toBe('Please use at most 4 characters');
});

test('CRLF and CR become LF', () => {
  expect(text().parse('a\r\nb\r')).toBe('a\nb');
  expect(text().parse('a\rb')).toBe('a\nb');
});

test('null characters are removed', () => {
  expect(text().parse('a\0b')).toBe('ab');
  expect(sentence('a\0')).toBe('Too short');
});

test('optionalText accepts a missing text and rejects a long one', () => {
  expect(optionalText(4).parse(undefined)).toBe('');
  expect(optionalText(1000).safeParse('x'.repeat(1001)).error?.issues[0]?.message).toBe(
    'Please use at most 1,000 characters',
  );
});

test('text is trimmed, and a number is not text', () => {
  expect(text().parse(' abc ')).toBe('abc');
  expect(sentence(5)).toBe('Too short');
  expect(optionalText(4).parse(' ab ')).toBe('ab');
  expect(emailAddress().parse(' ann@example.com ')).toBe('ann@example.com');
});

test('fieldErrors has the first message of each field', () => {
  const form = z.object({ a: requiredText(3, 'Too short', 1), b: text() });
  const { error } = form.safeParse({ a: 'xx', b: '' });
  expect(error && fieldErrors(error)).toEqual({ a: 'Too short', b: 'Too short' });
  const whole = z.string('No text').safeParse(1);
  expect(whole.error && fieldErrors(whole.error)).toEqual({ '': 'No text' });
});
