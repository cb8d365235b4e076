import { expect, test } from 'vitest';
import {
  formatDimension,
  formatFeetAndInches,
  formatFootprint,
  formatLength,
  formatSixteenths,
} from './lengths.ts';

test.each([
  [70.6875, '70 11/16'],
  [5.21, '5 3/16'],
  [143.99, '144'],
  [0.5, '1/2'],
  [33.5, '33 1/2'],
])('formatSixteenths rounds %d to %s', (inches, text) => {
  expect(formatSixteenths(inches)).toBe(text);
});

test('formatFeetAndInches writes feet, inches and fractions', () => {
  expect([126, 72, 11.5, 0.25, 120.0625, 0, 143.99].map(formatFeetAndInches)).toEqual([
    '10\'-6"',
    '6\'-0"',
    '11 1/2"',
    '1/4"',
    '10\'-0 1/16"',
    '0"',
    '12\'-0"',
  ]);
});

test.each([
  [144, '12 ft (3.66 m)', '3.66 m (12 ft)'],
  [78, '6 ft 6 in (1.98 m)', '1.98 m (6 ft 6 in)'],
  [36, '3 ft (91 cm)', '91 cm (3 ft)'],
  [5.4, '5 in (14 cm)', '14 cm (5 in)'],
  [143.6, '12 ft (3.65 m)', '3.65 m (12 ft)'],
  [0, '0 in (0 cm)', '0 cm (0 in)'],
])('formatLength returns %d inches as %s, or metric first', (inches, imperial, metric) => {
  expect(formatLength(inches)).toBe(imperial);
  expect(formatLength(inches, 'metric')).toBe(metric);
});

test('formatFootprint returns a size in both units, the chosen ones first', () => {
  const size = { width: 10, length: 12 };
  expect(formatFootprint(size)).toBe('10x12 ft (3.05 x 3.66 m)');
  expect(formatFootprint(size, 'metric')).toBe('3.05 x 3.66 m (10x12 ft)');
});

test('formatDimension has fractions of inches', () => {
  expect(formatDimension(126.5)).toBe('10\'-6 1/2" (3.21 m)');
  expect(formatDimension(24, 'metric')).toBe('61 cm (2\'-0")');
});
