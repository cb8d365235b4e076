import { expect, it } from 'vitest';
import { slugFrom } from './slug.ts';

it.each([
  ['Do I need a permit?', 'do-i-need-a-permit'],
  ['  10x12 -- or 12x16?! ', '10x12-or-12x16'],
  ['Café & Crème', 'cafe-creme'],
  ['---', ''],
  ['', ''],
])('makes %j into %j', (title, slug) => {
  expect(slugFrom(title)).toBe(slug);
});

it('stays within what the database takes, without a hyphen at the cut', () => {
  const slug = slugFrom(`${'a'.repeat(199)} b`);
  expect(slug).toBe('a'.repeat(199));
});
