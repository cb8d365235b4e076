import { expect, test } from 'vitest';
import { formatFootprint, formatInches, formatLength, formatSixteenths } from './lengths.ts';

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

test.each([
  [144, '12 ft (3.66 m)', '3.66 m (12 ft)'],
  [78, '6 ft 6 in (1.98 m)', '1.98 m (6 ft 6 in)'],
  [36, '3 ft (91 cm)', '91 cm (3 ft)'],
])('formatLength returns %d inches as %s, or metric first', (inches, imperial, metric) => {
  expect(formatLength(inches)).toBe(imperial);
  expect(formatLength(inches, 'metric')).toBe(metric);
});

test('formatFootprint returns a size in both units, the chosen ones first', () => {
  const size = { width: 10, length: 12 };
  expect(formatFootprint(size)).toBe('10x12 ft (3.05 x 3.66 m)');
  expect(formatFootprint(size, 'metric')).toBe('3.05 x 3.66 m (10x12 ft)');
});
