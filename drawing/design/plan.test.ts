import { describe, expect, test } from 'vitest';
import { constrainDesign } from './constrain-design.ts';
import { drawElevation } from './elevations.ts';
import { getFixtures } from './interior.ts';
import { formatFeetAndInches, type LineDrawing } from './line-drawing.ts';
import { drawPlan } from './plan.ts';
import { createPresetDesign } from './preset-design.ts';
import { type ShedDesign, STYLES, WALLS } from './shed-design.ts';

const getTexts = ({ shapes }: LineDrawing) =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
const design: ShedDesign = {
  ...createPresetDesign({ style: 'Gable' }),
  openings: [
    { type: 'double-door-60', wall: 'front', position: 30 },
    { type: 'window-24x36', wall: 'right', position: 20 },
  ],
};

test('formatFeetAndInches writes feet, inches and fractions', () => {
  expect([126, 72, 11.5, 120.0625, 0, 143.99].map(formatFeetAndInches)).toEqual([
    '10\'-6"',
    '6\'-0"',
    '11 1/2"',
    '10\'-0 1/16"',
    '0"',
    '12\'-0"',
  ]);
});

test('a plan has the size, and the position of each opening from corner to corner', () => {
  const texts = getTexts(drawPlan(design));
  expect(texts).toContain('10 x 12 ft');
  expect(texts).toEqual(expect.arrayContaining(['2\'-6"', '5\'-0"', '1\'-8"', '2\'-0"', '8\'-4"']));
  expect(texts).toEqual(expect.arrayContaining(['10\'-0"', '12\'-0"']));
});

test('a plan has the ramp, workbench, shelf and loft, where the frame has them', () => {
  const gambrel = createPresetDesign({ style: 'Gambrel', width: 12, length: 20 });
  const draw = (extras: ShedDesign['extras'], style: ShedDesign['style'] = 'Gambrel') =>
    drawPlan(
      constrainDesign({ ...gambrel, style, width: style === 'A-Frame' ? 15 : 12, extras }).design,
    );
  expect(getTexts(draw([])).join()).not.toMatch(/Ramp|Workbench|Shelf|Loft/);
  expect(getTexts(draw(['ramp', 'workbench', 'shelf', 'loft']))).toEqual(
    expect.arrayContaining(['Ramp', 'Workbench', 'Shelf', 'Loft above']),
  );
  expect(getTexts(draw(['loft', 'shelf'], 'A-Frame'))).toEqual(
    expect.arrayContaining(['Shelf', 'Loft above']),
  );
  // 112 of 240, as in the second worked example.
  const dashed = draw(['loft']).shapes.filter(
    (shape) => shape.kind === 'line' && shape.weight === 'dashed',
  );
  const ys = dashed
    .flatMap((shape) => (shape.kind === 'line' ? shape.points : []))
    .map(([, y]) => y);
  expect(Math.max(...ys)).toBe(112);
});

test('a shelf and a workbench are along walls without doors, clear of each other', () => {
  const gambrel = createPresetDesign({ style: 'Gambrel', width: 12, length: 20 });
  const extras = ['shelf', 'workbench'] as const;
  // The doors of the preset are on the right: 234 of the left wall are free.
  expect(getFixtures({ ...gambrel, extras })).toMatchObject([
    { extra: 'workbench', wall: 'left', from: 3.5, to: 236.5, inset: 3.5, depth: 24 },
    { extra: 'shelf', wall: 'right', from: 3.5, depth: 16, height: 78 },
  ]);
  const doors: ShedDesign['openings'] = WALLS.map((wall) => ({
    type: 'double-door-60',
    wall,
    position: 12,
  }));
  const small = { ...createPresetDesign({ style: 'Gable', width: 7, length: 7 }), openings: doors };
  const { design: fitted, changes } = constrainDesign({ ...small, extras });
  expect(fitted.extras).toEqual([]);
  expect(changes).toContainEqual({
    type: 'extra removed',
    extra: 'workbench',
    reason: 'no free wall',
  });
});

test('an elevation has the heights of the floor, the plates and the whole shed', () => {
  const drawing = drawElevation(design, 'front');
  expect(drawing.title).toBe('Front elevation');
  expect(getTexts(drawing)).toEqual(expect.arrayContaining(['7\'-0"', '10\'-0"', '5\'-0"']));
});

test('an elevation of an A-frame has one chain of heights: it has no plates', () => {
  const frame = createPresetDesign({ style: 'A-Frame', width: 14 });
  const drawing = drawElevation(frame, 'front');
  const beside = drawing.shapes.filter(
    (shape) => shape.kind === 'line' && shape.points.every(([x]) => x > 12 * frame.width),
  );
  const [line, extensions, ticks] = [1, 2, 2];
  expect(beside).toHaveLength(line + extensions + ticks);
});

test('the openings of the right wall begin behind the porch', () => {
  const porch = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  const getGlass = (wall: 'left' | 'right') =>
    drawElevation(porch, wall).shapes.flatMap((shape) =>
      shape.kind === 'area' && shape.fill === 'glass' ? shape.points.map(([x]) => x) : [],
    );
  expect(Math.min(...getGlass('right'))).toBeGreaterThan(12 * porch.porchDepth);
  expect(Math.max(...getGlass('left'))).toBeLessThan(12 * (20 - porch.porchDepth));
});

describe.each(STYLES)('the drawings of a %s', (style) => {
  test('contain finite numbers inside their frame', () => {
    const preset = createPresetDesign({ style, width: 14, length: 20 });
    for (const drawing of [drawPlan(preset), ...WALLS.map((wall) => drawElevation(preset, wall))]) {
      for (const shape of drawing.shapes) {
        for (const [x, y] of shape.kind === 'text' ? [shape.at] : shape.points) {
          expect(x).toBeGreaterThanOrEqual(drawing.left);
          expect(x).toBeLessThanOrEqual(drawing.left + drawing.width);
          expect(y).toBeGreaterThanOrEqual(drawing.top);
          expect(y).toBeLessThanOrEqual(drawing.top + drawing.height);
        }
      }
    }
  });
});
