import { expect, test } from 'vitest';
import { newQuoteItem } from '#tests/fixtures/quotes.ts';
import { formatItemAmount } from './document-parts.ts';

test.each([
  [{}, 45_000, '$450.00'],
  [{}, 0, 'included'],
  [{ optional: true }, 0, '$0.00'],
])('formatItemAmount of an item %o of %d cents is %s', (overrides, cents, amount) => {
  expect(formatItemAmount(newQuoteItem(overrides), cents)).toBe(amount);
});
