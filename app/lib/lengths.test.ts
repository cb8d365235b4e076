import { expect, test } from 'vitest';
import { formatInches, formatSixteenths } from './lengths.ts';

test.each([
  [84, '7 ft'],
  [78, '6 ft 6 in'],
  [5, '5 in'],
  [0, '0 in'],
])('formatInches returns %d inches as %s', (inches, text) => {
  expect(formatInches(inches)).toBe(text);
});

test.each([
  [70.6875, '70 11/16'],
  [5.21, '5 3/16'],
  [143.99, '144'],
  [0.5, '1/2'],
  [33.5, '33 1/2'],
])('formatSixteenths rounds %d to %s', (inches, text) => {
  expect(formatSixteenths(inches)).toBe(text);
});
