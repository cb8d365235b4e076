import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal, parsePercent } from './parse-decimal.ts';

test.each([
  ['350.50', 35_050],
  ['.5', 50],
  ['5.', 500],
  ['1,234.50', 123_450],
  ['1,234', 123_400],
  ['1,000,000', 100_000_000],
  ['-1,500', -150_000],
  ['-0', 0],
  ['99,95', 9995],
  ['2288,98', 228_898],
  ['0,5', 50],
  [',5', 50],
  ['', undefined],
  ['.', undefined],
  ['-', undefined],
  // Ambiguous, or no number.
  ['12,34.5', undefined],
  ['1,23,456', undefined],
  ['1.234,50', undefined],
  ['1,2345', undefined],
  ['0,125', undefined],
  ['1.005', undefined],
  ['$1,234', undefined],
  ['8,5 %', undefined],
  ['1 234', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['1234567890', undefined],
  ['free', undefined],
])('parseDecimal(%o, 2) is %o', (typed, hundredths) => {
  expect(parseDecimal(typed, 2)).toBe(hundredths);
});

test.each([
  ['1,200', 1_200_000],
  ['1,200.5', 1_200_500],
  ['0,125', 125],
  ['1234,567', 1_234_567],
  ['0.1234', undefined],
])('parseDecimal(%o, 3) is %o', (typed, thousandths) => {
  expect(parseDecimal(typed, 3)).toBe(thousandths);
});

test('parseDecimal reads what Canadian English and French locales write', () => {
  const english = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2 });
  const french = new Intl.NumberFormat('fr-CA', { minimumFractionDigits: 2, useGrouping: false });
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
      for (const format of [english, french]) {
        expect(parseDecimal(format.format(cents / 100), 2)).toBe(cents);
      }
    }),
  );
});

test.each([
  ['10', 1000],
  ['12.5 %', 1250],
  ['7,5%', 750],
  ['100', 10_000],
  [' 5 ', 500],
  ['0', 0],
  ['-1', undefined],
  ['5% off', undefined],
  ['5%5', undefined],
  ['101', undefined],
  ['$5', undefined],
  ['', undefined],
])('parsePercent(%o) is %o', (typed, basisPoints) => {
  expect(parsePercent(typed)).toBe(basisPoints);
});
