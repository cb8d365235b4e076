import { expect, test } from 'vitest';
import { formatQuantity, parseDollars, parseQuantity } from './quote-amounts.ts';

test.each([
  [12_000, '12'],
  [2500, '2.5'],
  [125, '0.125'],
  [1050, '1.05'],
  [100_000_000, '100000'],
])('formatQuantity(%d) is %s', (milli, text) => {
  expect(formatQuantity(milli)).toBe(text);
  expect(parseQuantity(text)).toBe(milli);
});

test.each([
  [' 2.5 ', 2500],
  ['1,200', 1_200_000],
  ['100000.001', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['', undefined],
])('parseQuantity(%o) is %o', (typed, milli) => {
  expect(parseQuantity(typed)).toBe(milli);
});

test.each([
  [' $1,234.50 ', 123_450],
  ['99,95', 9995],
  ['0', 0],
  ['1000000', 100_000_000],
  ['1000000.01', undefined],
  ['-1', undefined],
  ['1$', undefined],
  ['$$1', undefined],
  ['', undefined],
])('parseDollars(%o) is %o', (typed, cents) => {
  expect(parseDollars(typed)).toBe(cents);
});
