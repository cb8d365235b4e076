import { expect, test } from 'vitest';
import { box, createShedOutline, findStyle } from './outline.ts';
import { ROOF_SHAPES } from './roof-shapes.ts';

test('findStyle ignores letter case, and takes an unknown style as a gable', () => {
  expect(findStyle('dutch barn ')).toBe('Dutch Barn');
  expect(findStyle('Yurt')).toBe('Gable');
});

test.each([...Object.keys(ROOF_SHAPES), 'Yurt'])(
  'a %s of any size stays inside its box',
  (style) => {
    for (const size of ['8x8', '12x20', '14x20', '40x60', 'Other']) {
      const { frontWall, edge, away } = createShedOutline(findStyle(style), size);
      for (const [x, y] of [...frontWall, ...edge]) {
        expect(x).toBeGreaterThan(0);
        expect(x + away[0]).toBeLessThan(box.width);
        expect(y + away[1]).toBeGreaterThan(0);
        expect(y).toBeLessThan(box.height);
      }
    }
  },
);

test('the eaves of a wide shed are higher than those of a narrow one', () => {
  const getEaveHeight = (size: string) => {
    const { wall, pixelsPerInch } = createShedOutline('Gable', size);
    return wall / pixelsPerInch;
  };
  expect(getEaveHeight('8x8')).toBeCloseTo(0.92 * 93.625);
  expect(getEaveHeight('10x12')).toBeCloseTo(93.625);
  expect(getEaveHeight('40x60')).toBeCloseTo(2.2 * 93.625);
});
