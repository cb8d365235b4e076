import { expect, test } from 'vitest';
import { parseSize } from './size.ts';

test('parseSize returns the footprint in inches', () => {
  expect(parseSize('10x12')).toEqual({ width: 120, depth: 144 });
  expect(parseSize('14 × 20 ft')).toEqual({ width: 168, depth: 240 });
  expect(parseSize('Other')).toBeUndefined();
});
