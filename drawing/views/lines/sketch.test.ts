import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { drawSketch } from './sketch.ts';

test('a sketch of any design has a few areas of finite points inside of its frame', () => {
  fc.assert(
    fc.property(validDesigns, (design) => {
      const { left, top, width, height, areas } = drawSketch(design);
      expect(areas.length).toBeLessThan(25 + 2 * design.openings.length);
      for (const { points, fill } of areas) {
        expect(fill).toMatch(/^#[0-9a-f]{6}$/);
        expect(points.length).toBeGreaterThan(2);
        for (const [x, y] of points) {
          expect(x - left).toBeGreaterThanOrEqual(0);
          expect(y - top).toBeGreaterThanOrEqual(0);
          expect(x - left).toBeLessThanOrEqual(width + 1e-9);
          expect(y - top).toBeLessThanOrEqual(height + 1e-9);
        }
      }
    }),
    { numRuns: countRuns(500) },
  );
});

test('each style, size and colour has a sketch of its own', () => {
  const draw = (choice: Parameters<typeof createPresetDesign>[0]) =>
    JSON.stringify(drawSketch(createPresetDesign(choice)));
  const sketches = [
    ...STYLES.map((style) => draw({ style, width: 12 })),
    draw({ style: 'Gable', width: 8 }),
    draw({ style: 'Gable', width: 12, color: 'Red' }),
  ];
  expect(new Set(sketches).size).toBe(sketches.length);
});
