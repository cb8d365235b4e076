import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyQuoteContent, newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { compareContents } from './compare-contents.ts';
import { calculateTotals } from './totals.ts';

test('compareContents names what was added, changed and removed, and the total', () => {
  const before = newQuoteContent({
    items: [newQuoteItem(), newQuoteItem({ id: 'ramp', description: 'Ramp', unitCents: 10_000 })],
  });
  const after = newQuoteContent({
    items: [
      newQuoteItem({ quantityMilli: 2500 }),
      newQuoteItem({ id: 'loft', description: 'Loft', unitCents: 50_000, optional: true }),
    ],
    discount: { type: 'percent', basisPoints: 250 },
    start: '',
  });
  expect(compareContents(before, after)).toEqual([
    {
      label: 'Garden shed, 10 x 12 ft',
      before: 'Garden shed, 10 x 12 ft: 1 at $8,450.00',
      after: 'Garden shed, 10 x 12 ft: 2.5 at $8,450.00',
    },
    { label: 'Loft', after: 'Loft: 1 at $500.00, optional' },
    { label: 'Ramp', before: 'Ramp: 1 at $100.00' },
    { label: 'Start', before: 'In May 2027' },
    { label: 'Discount', after: '2.5 %' },
    { label: 'Total', before: '$9,661.50', after: '$23,274.46' },
  ]);
});

test('compareContents finds no difference between equal contents, and one between other totals', () => {
  fc.assert(
    fc.property(anyQuoteContent, anyQuoteContent, (one, other) => {
      expect(compareContents(one, structuredClone(one))).toEqual([]);
      const isSameTotal = calculateTotals(one).total === calculateTotals(other).total;
      const labels = compareContents(one, other).map(({ label }) => label);
      expect(labels.includes('Total')).toBe(!isSameTotal);
    }),
    { numRuns: 300 },
  );
});
