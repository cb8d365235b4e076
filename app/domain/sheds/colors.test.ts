import { expect, test } from 'vitest';
import { getColorValue, shedColors, unknownColor } from './colors.ts';

test('shedColors contains Blue', () => {
  expect(shedColors.map((color) => color.name)).toEqual([
    'Natural',
    'White',
    'Brown',
    'Gray',
    'Green',
    'Blue',
    'Red',
    'Black',
    'Charcoal',
    'Navy Blue',
  ]);
});

test('getColorValue ignores case and returns grey for an unknown name', () => {
  expect(getColorValue('navy blue ')).toBe(getColorValue('Navy Blue'));
  expect(getColorValue('Teal')).toBe(unknownColor);
  expect(getColorValue(null)).toBe(unknownColor);
});
