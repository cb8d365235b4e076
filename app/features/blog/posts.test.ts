import { expect, test } from 'vitest';
import { createSlug, estimateReadingMinutes, getLaterChange } from './posts.ts';

test.each([
  ['Do I need a permit?', 'do-i-need-a-permit'],
  ['  10x12 -- or 12x16?! ', '10x12-or-12x16'],
  ['Café & Crème', 'cafe-creme'],
  ['---', ''],
  ['', ''],
])('createSlug makes %j into %j', (title, slug) => {
  expect(createSlug(title)).toBe(slug);
});

test('createSlug returns at most 200 characters, without a hyphen at the end', () => {
  const slug = createSlug(`${'a'.repeat(199)} b`);
  expect(slug).toBe('a'.repeat(199));
});

test.each([
  ['2026-05-01T12:00:00Z', '2026-05-02T12:00:00Z', '2026-05-02T12:00:00Z'],
  // The same evening in Ontario.
  ['2026-05-01T22:00:00Z', '2026-05-02T02:00:00Z', null],
  ['2026-05-02T12:00:00Z', '2026-05-01T12:00:00Z', null],
  [null, '2026-05-01T12:00:00Z', null],
])(
  'getLaterChange of a post published %s and changed %s is %s',
  (published_at, updated_at, later) => {
    expect(getLaterChange({ published_at, updated_at })).toBe(later);
  },
);

test.each([
  [1, 1],
  [220, 1],
  [329, 1],
  [1100, 5],
])('estimateReadingMinutes of %d words is %d', (words, minutes) => {
  expect(estimateReadingMinutes('word \n'.repeat(words).trim())).toBe(minutes);
});
