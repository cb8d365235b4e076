import { expect, test } from 'vitest';
import { createEntryForm, describeUnchanged, describeUses, entryTaken } from './list-entry-form.ts';

test.each([
  ['  Western \t red   cedar ', 'Western red cedar'],
  ['Cafe\u0301', 'Café'],
  ['x'.repeat(60), 'x'.repeat(60)],
])('createEntryForm accepts %j', (typed, name) => {
  const { data } = createEntryForm('material', ['Brick']).safeParse({ name: typed, swatch: '' });
  expect(data?.name).toBe(name);
});

test.each([
  ['   ', 'Please enter a name'],
  ['x'.repeat(61), 'Please use at most 60 characters'],
  ['Two\nlines', 'Please remove line breaks and invisible characters'],
  ['Ced\u202ear', 'Please remove line breaks and invisible characters'],
  ['WOOD', entryTaken],
  ['brick', entryTaken],
])('createEntryForm rejects %j', (name, message) => {
  const { error } = createEntryForm('material', ['Brick']).safeParse({ name, swatch: '' });
  expect(error?.issues[0]?.message).toBe(message);
});

test('describeUses counts records by what they are', () => {
  const uses = { quote_requests: 1, reviews: 0, shed_listings: 1200 };
  expect(describeUses(uses)).toBe('1,200 sheds and 1 quote request');
  expect(describeUses({ reviews: 0 })).toBeUndefined();
});

test.each([
  [{ shed_listings: 2 }, "2 sheds use it and won't change."],
  [{ shed_listings: 0, reviews: 1 }, "1 review uses it and won't change."],
  [{ shed_listings: 1, reviews: 1 }, "1 shed and 1 review use it and won't change."],
  [{ shed_listings: 0 }, ''],
])('describeUnchanged says of %j: %j', (uses, sentence) => {
  expect(describeUnchanged(uses)).toBe(sentence);
});
