import { expect, test } from 'vitest';
import { COLORS } from '#drawing/design/shed-design.ts';
import { getColorValue, unknownColor } from './colors.ts';

test('each colour has a swatch of its own', () => {
  expect(new Set([...COLORS.map(getColorValue), unknownColor]).size).toBe(COLORS.length + 1);
  expect(getColorValue('Blue')).toBe('#4a6f8c');
});

test('getColorValue ignores case and returns grey for an unknown name', () => {
  expect(getColorValue('navy blue ')).toBe(getColorValue('Navy Blue'));
  expect(getColorValue('Teal')).toBe(unknownColor);
  expect(getColorValue(null)).toBe(unknownColor);
});
