import { expect, test } from 'vitest';
import { normalizeDecimal } from './normalize-decimal.ts';

test.each([
  ['350.50', '350.50'],
  ['1,234.50', '1234.50'],
  ['1,000,000', '1000000'],
  ['-1,500', '-1500'],
  ['99,95', '99.95'],
  ['0,5', '0.5'],
  // Ambiguous or no number: left as it is, so that no check accepts it.
  ['12,34.5', '12,34.5'],
  ['1,23,456', '1,23,456'],
  ['1.234,50', '1.234,50'],
  ['1,2345', '1,2345'],
  ['$1,234', '$1,234'],
  ['8,5 %', '8,5 %'],
  ['1 234', '1 234'],
  ['free', 'free'],
])('%s is %s', (typed, decimal) => {
  expect(normalizeDecimal(typed)).toBe(decimal);
});
