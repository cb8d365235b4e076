import { expect, test } from 'vitest';
import { getColorValue, shedColors, unknownColor } from './colors.ts';

test('the swatches are one list, with Blue in it', () => {
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

test('a name in another case is found, an unknown one is grey', () => {
  expect(getColorValue('navy blue ')).toBe(getColorValue('Navy Blue'));
  expect(getColorValue('Teal')).toBe(unknownColor);
  expect(getColorValue(null)).toBe(unknownColor);
});
