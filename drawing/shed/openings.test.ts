import { describe, expect, test } from 'vitest';
import { FLOOR_LEVEL, getShedDimensions } from './dimensions.ts';
import { createOpenings, type Wall } from './openings.ts';
import { ROOF_SHAPES, type ShedStyle } from './roof-shapes.ts';

describe.each(Object.keys(ROOF_SHAPES) as ShedStyle[])('the openings of a %s', (style) => {
  test.each(['8x10', '12x16', '18x40'])('are inside the walls of a %s', (size) => {
    const dimensions = getShedDimensions(style, size);
    const { width, depth, ridgeHeight } = dimensions;
    for (const [wall, openings] of Object.entries(createOpenings(style, dimensions))) {
      const length = wall === 'front' || wall === 'back' ? width : depth;
      for (const opening of openings) {
        expect(opening.left).toBeGreaterThanOrEqual(0);
        expect(opening.left + opening.width).toBeLessThanOrEqual(length);
        // A gable window is cut at the roof of a narrow shed.
        if (opening.type === 'gable window') continue;
        expect(opening.bottom + opening.height).toBeLessThan(ridgeHeight - FLOOR_LEVEL);
      }
    }
  });

  test('begin with the door, on the front', () => {
    const openings = createOpenings(style, getShedDimensions(style, '10x12'));
    expect(openings.front[0]?.type).toMatch(/door/);
    const others = (['back', 'left', 'right'] satisfies Wall[]).flatMap((wall) => openings[wall]);
    expect(others.map(({ type }) => type)).not.toContain('double door');
  });
});
