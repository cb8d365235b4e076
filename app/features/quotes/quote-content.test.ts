import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { quoteContentSchema } from './quote-content.ts';

const alternatives = [
  { id: 'a', title: 'Wood', description: '' },
  { id: 'b', title: 'Metal', description: '' },
];

test.each<[string, object]>([
  ['another key', { price: 1 }],
  ['another type', { type: 'offer' }],
  ['two items with one id', { items: [newQuoteItem(), newQuoteItem()] }],
  ['a fraction of a cent', { items: [newQuoteItem({ unitCents: 0.5 })] }],
  ['a negative price', { items: [newQuoteItem({ unitCents: -1 })] }],
  ['no quantity', { items: [newQuoteItem({ quantityMilli: 0 })] }],
  ['no description', { items: [newQuoteItem({ description: '' })] }],
  [
    'an item of an alternative that is missing',
    { items: [newQuoteItem({ alternative: 'c' })], alternatives },
  ],
  ['one alternative', { alternatives: alternatives.slice(0, 1) }],
  ['two alternatives with one id', { alternatives: [alternatives[0], alternatives[0]] }],
  ['a discount above 100%', { discount: { type: 'percent', basisPoints: 10_001 } }],
  ['an image of a visitor', { images: ['inspiration/1767225600000-idea.jpg'] }],
])('quoteContentSchema rejects %s', (_what, change) => {
  expect(quoteContentSchema.safeParse({ ...newQuoteContent(), ...change }).success).toBe(false);
});

test('quoteContentSchema accepts alternatives with items', () => {
  const items = [newQuoteItem({ alternative: 'b' })];
  expect(quoteContentSchema.parse(newQuoteContent({ items, alternatives }))).toEqual(
    newQuoteContent({ items, alternatives }),
  );
});
