import { expect, test } from 'vitest';
import { colorValue, shedColors, unknownColor } from './colors.ts';

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
  expect(colorValue('navy blue ')).toBe(colorValue('Navy Blue'));
  expect(colorValue('Teal')).toBe(unknownColor);
  expect(colorValue(null)).toBe(unknownColor);
});
