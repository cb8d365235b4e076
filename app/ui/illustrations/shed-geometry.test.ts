import { expect, test } from 'vitest';
import { shedStyles } from '#app/domain/options.ts';
import { box, feetOf, shedGeometry } from './shed-geometry.ts';

test('the feet are read from a size', () => {
  expect(feetOf('10x12')).toEqual({ width: 10, depth: 12 });
  expect(feetOf('14 × 20 ft')).toEqual({ width: 14, depth: 20 });
  expect(feetOf('Other')).toBeUndefined();
});

test.each([...shedStyles, 'Yurt'])('a %s of any size stays inside its box', (style) => {
  for (const size of ['8x8', '14x20', '40x60', 'Other']) {
    const { frontWall, edge, away } = shedGeometry(style, size);
    for (const [x, y] of [...frontWall, ...edge]) {
      expect(x).toBeGreaterThan(0);
      expect(x + away[0]).toBeLessThan(box.width);
      expect(y + away[1]).toBeGreaterThan(0);
      expect(y).toBeLessThan(box.height);
    }
  }
});
