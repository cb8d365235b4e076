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
  [144, '12 ft (3.66\u00a0m)', '3.66 m (12\u00a0ft)'],
  [78, '6 ft 6 in (1.98\u00a0m)', '1.98 m (6\u00a0ft\u00a06\u00a0in)'],
  [36, '3 ft (91\u00a0cm)', '91 cm (3\u00a0ft)'],
  [5.4, '5 in (14\u00a0cm)', '14 cm (5\u00a0in)'],
  [143.6, '12 ft (3.65\u00a0m)', '3.65 m (12\u00a0ft)'],
  [0, '0 in (0\u00a0cm)', '0 cm (0\u00a0in)'],
])('formatLength returns %d inches as %s, or metric first', (inches, imperial, metric) => {
  expect(formatLength(inches)).toBe(imperial);
  expect(formatLength(inches, 'metric')).toBe(metric);
});

test('formatFootprint returns a size in both units, the chosen ones first', () => {
  const size = { width: 10, length: 12 };
  expect(formatFootprint(size)).toBe('10x12 ft (3.05\u00a0x\u00a03.66\u00a0m)');
  expect(formatFootprint(size, 'metric')).toBe('3.05 x 3.66 m (10x12\u00a0ft)');
});

test('formatDimension has fractions of inches', () => {
  expect(formatDimension(126.5)).toBe('10\'-6 1/2" (3.21\u00a0m)');
  expect(formatDimension(24, 'metric')).toBe('61 cm (2\'-0")');
});
