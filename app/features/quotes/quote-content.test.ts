import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { formatQuantity, parseDollars, parseQuantity } from './quote-amounts.ts';
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

test('formatQuantity and parseQuantity are inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (milli) => {
      expect(parseQuantity(formatQuantity(milli))).toBe(milli);
    }),
  );
});

test.each([
  ['1', 1000],
  ['2.5', 2500],
  ['0,125', 125],
  ['.5', 500],
  ['1,200', 1_200_000],
  ['1,200.5', 1_200_500],
  ['100000', 100_000_000],
  ['', undefined],
  ['.', undefined],
  ['0', undefined],
  ['1.2345', undefined],
  ['-1', undefined],
  ['100000.001', undefined],
  ['1e3', undefined],
])('parseQuantity(%o) is %o', (typed, milli) => {
  expect(parseQuantity(typed)).toBe(milli);
});

test.each([
  ['8450', 845_000],
  ['$8,450.00', 845_000],
  ['0.5', 50],
  ['1,000,000', 100_000_000],
  ['99,95', 9995],
  ['2288,98', 228_898],
  ['2.288,98', undefined],
  ['12,34', 1234],
  ['12,3456', undefined],
  ['8 %', undefined],
  ['12 50', undefined],
  ['1000000.01', undefined],
  ['1.005', undefined],
  ['-1', undefined],
  ['', undefined],
])('parseDollars(%o) is %o', (typed, cents) => {
  expect(parseDollars(typed)).toBe(cents);
});
