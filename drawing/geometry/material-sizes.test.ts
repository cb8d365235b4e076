import { expect, test } from 'vitest';
import { formatArea, formatPieceSize } from './material-sizes.ts';

test('formatArea keeps 15 m² apart from the next square foot', () => {
  expect(formatArea(120)).toBe('120 sq ft (11.15\u00a0m²)');
  expect(formatArea(15 / 0.3048 ** 2, 'metric')).toBe('15 m² (161.5\u00a0sq\u00a0ft)');
});

test('formatPieceSize has sixteenths of inches, and whole millimetres', () => {
  expect(formatPieceSize(70.6875)).toBe('70 11/16 in (1795 mm)');
  expect(formatPieceSize(24, 36)).toBe('24 x 36 in (610 x 914 mm)');
});
