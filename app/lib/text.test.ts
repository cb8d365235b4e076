import { expect, test } from 'vitest';
import { endSentence } from './text.ts';

test.each([
  ['Last run: Nov 23, 2026, 9:30 p.m.', 'Last run: Nov 23, 2026, 9:30 p.m.'],
  ['Last run: Nov 23, 2026', 'Last run: Nov 23, 2026.'],
])('endSentence ends %s with one full stop', (text, sentence) => {
  expect(endSentence(text)).toBe(sentence);
});
