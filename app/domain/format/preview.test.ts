import { expect, it } from 'vitest';
import { preview } from './preview.ts';

it('leaves a short text whole, on one line', () => {
  expect(preview(' Hello,\n\n  there ')).toBe('Hello, there');
});

it('cuts a long text between words', () => {
  expect(preview('one two three four', 9)).toBe('one two…');
  expect(preview('one two three', 7)).toBe('one two…');
});

it('cuts a word that is too long by itself', () => {
  expect(preview('x'.repeat(50), 10)).toBe(`${'x'.repeat(10)}…`);
});
