import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { getDesignGeometry } from '#drawing/design/design-geometry.ts';
import { createDesignPanels, createDesignParts } from '#drawing/design/design-panels.ts';
import { getDormer } from '#drawing/design/dormer.ts';
import { getFixtures } from '#drawing/design/interior.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  type Extra,
  OPENINGS,
  type ShedDesign,
  STYLES,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { getSkylight, toPoint } from '#drawing/design/skylight.ts';
import { listIncludedOpenings } from '#drawing/design/style-features.ts';
import { frameShed } from '#drawing/framing/frame-shed.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { drawElevation } from './elevations.ts';
import { CHARACTER_WIDTH, type LineDrawing } from './line-drawing.ts';
import { drawPlan } from './plan.ts';

const getTexts = ({ shapes }: LineDrawing) =>
  shapes.flatMap((shape) => (shape.type === 'text' ? [shape.text] : []));
const design: ShedDesign = {
  ...createPresetDesign({ style: 'Gable' }),
  openings: [
    { type: 'double-door-60', wall: 'front', position: 30 },
    { type: 'window-24x36', wall: 'right', position: 20 },
  ],
};

test('a plan has the size, and the position of each opening from corner to corner', () => {
  const texts = getTexts(drawPlan(design));
  expect(texts).toEqual(expect.arrayContaining(['10x12 ft', '(3.05\u00a0x\u00a03.66\u00a0m)']));
  expect(texts).toEqual(expect.arrayContaining(['2\'-6"', '5\'-0"', '1\'-8"', '2\'-0"', '8\'-4"']));
  expect(texts).toEqual(expect.arrayContaining(['10\'-0" (3.05\u00a0m)', '12\'-0" (3.66\u00a0m)']));
});

test('plan and elevations have the chosen units first, and in a line of dimensions without room only those', () => {
  const metric = [drawPlan(design, 'metric'), drawElevation(design, 'front', { units: 'metric' })];
  for (const drawing of metric) {
    const texts = getTexts(drawing);
    expect(texts).toContain('3.05 m (10\'-0")');
    expect(texts).toEqual(expect.arrayContaining(['76 cm', '1.52 m']));
    expect(texts.join()).not.toContain('2\'-6"');
  }
});

test('the texts of a line of dimensions do not cover each other', () => {
  fc.assert(
    fc.property(
      validDesigns,
      fc.constantFrom('imperial' as const, 'metric' as const),
      (any, units) => {
        for (const { shapes } of [drawPlan(any, units), drawElevation(any, 'right', { units })]) {
          const both = shapes.flatMap((shape) =>
            shape.type === 'text' && shape.text.endsWith(')') ? [shape] : [],
          );
          const ends = both.map(({ at: [x, y], text, size, turn }) => {
            const half = (CHARACTER_WIDTH * size * text.length) / 2;
            return { row: turn === 0 ? y : x, turn, middle: turn === 0 ? x : y, half };
          });
          for (const [i, one] of ends.entries()) {
            for (const other of ends.slice(i + 1)) {
              if (one.turn !== other.turn || Math.abs(one.row - other.row) > 0.01) continue;
              expect(Math.abs(one.middle - other.middle)).toBeGreaterThan(one.half + other.half);
            }
          }
        }
      },
    ),
    { numRuns: countRuns(200) },
  );
});

test('a plan has the size of the room, and the depth of the porch before it', () => {
  const porch = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  const texts = getTexts(drawPlan({ ...porch, openings: [] }));
  expect(porch.porchDepth).toBe(4);
  expect(texts).toContain('12x16 ft');
  expect(texts).toEqual(expect.arrayContaining(['16\'-0"', '4\'-0"', '20\'-0" (6.10\u00a0m)']));
});

test('the dashed lines of a door meet at its hinges, where the plan has them', () => {
  const [door] = design.openings.filter(({ type }) => OPENINGS[type].kind === 'door');
  if (!door) throw new Error('The design has no door');
  const single = { ...design, openings: [{ ...door, type: 'single-door-36' as const }] };
  const find = (drawing: LineDrawing, weight: string) =>
    drawing.shapes.flatMap((shape) =>
      shape.type === 'line' && shape.weight === weight ? [shape.points] : [],
    );
  const [dashed] = find(drawElevation(single, door.wall), 'dashed');
  const leaf = find(drawPlan(single), 'medium').find(
    ([from, to]) => from && to && from[0] === to[0] && Math.abs(from[1] - to[1]) === 36,
  );
  expect(dashed?.[1]?.[0]).toBe(leaf?.[0]?.[0]);
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
    (shape) => shape.type === 'line' && shape.weight === 'dashed',
  );
  const ys = dashed
    .flatMap((shape) => (shape.type === 'line' ? shape.points : []))
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
  expect(getTexts(drawing)).toEqual(
    expect.arrayContaining(['7\'-0"', '10\'-0" (3.05\u00a0m)', '5\'-0"']),
  );
});

test('an elevation of an A-frame has one chain of heights: it has no plates', () => {
  const frame = createPresetDesign({ style: 'A-Frame', width: 14 });
  const drawing = drawElevation(frame, 'front');
  const beside = drawing.shapes.filter(
    (shape) => shape.type === 'line' && shape.points.every(([x]) => x > 12 * frame.width),
  );
  const [line, extensions, ticks] = [1, 2, 2];
  expect(beside).toHaveLength(line + extensions + ticks);
});

test('the openings of the right wall begin behind the porch', () => {
  const porch = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  const getGlass = (wall: 'left' | 'right') =>
    drawElevation(porch, wall).shapes.flatMap((shape) =>
      shape.type === 'area' && shape.fill === 'glass' ? shape.points.map(([x]) => x) : [],
    );
  expect(Math.min(...getGlass('right'))).toBeGreaterThan(12 * porch.porchDepth);
  expect(Math.max(...getGlass('left'))).toBeLessThan(12 * (20 - porch.porchDepth));
});

const getExtent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
const getAreas = (drawn: ShedDesign, wall: Wall) =>
  drawElevation(drawn, wall).shapes.filter((shape) => shape.type === 'area');
const sortWidths = (widths: readonly number[]) =>
  widths.map((width) => Math.round(width)).sort((a, b) => a - b);

test('panes and doors of the image are those of the elevations, openings and what comes with the style', () => {
  const withGlazedDoors = ['A-Frame', 'Dormer', 'Porch', 'Modern Farmhouse', 'Gambrel'];
  fc.assert(
    fc.property(validDesigns, (random) => {
      const marks = createDesignPanels(random).flatMap((panel) => panel.marks);
      const drawn = WALLS.flatMap((wall) => drawElevation(random, wall).shapes);
      const glass = marks.filter(({ type }) => type === 'glass');
      const drawnGlass = drawn.filter((shape) => shape.type === 'area' && shape.fill === 'glass');
      expect(
        sortWidths(
          drawnGlass.map((pane) =>
            getExtent(pane.type === 'area' ? pane.points.map(([x]) => x) : []),
          ),
        ),
      ).toEqual(sortWidths(glass.map(({ points }) => 12 * getExtent(points.map(([u]) => u)))));

      const swings = random.openings.filter(
        ({ type }) => OPENINGS[type].kind === 'door' && type !== 'roll-up-door-84',
      );
      const leaves = swings.reduce((sum, { type }) => sum + OPENINGS[type].leaves, 0);
      const windows = random.openings.filter(({ type }) => OPENINGS[type].kind === 'window');
      const included = Map.groupBy(listIncludedOpenings(random), ({ kind }) => kind);
      const includedDoors = included.get('door')?.length ?? 0;
      expect(glass).toHaveLength(
        windows.length +
          (included.get('window')?.length ?? 0) +
          (withGlazedDoors.includes(random.style) ? leaves : 0) +
          (random.extras.includes('skylight') ? 1 : 0),
      );
      // The dark gap around a door that swings.
      const gaps = marks.filter((mark) => mark.type === 'area' && mark.opacity === 0.8);
      expect(gaps).toHaveLength(swings.length + includedDoors);
      const hinges = drawn.filter(
        ({ type, ...shape }) => 'weight' in shape && shape.weight === 'dashed',
      );
      expect(hinges).toHaveLength(leaves + includedDoors);
    }),
    { numRuns: countRuns(200) },
  );
});

test.each([10, 16])(
  'the dormer of a %d ft shed is the same in elevation, image and frame',
  (width) => {
    const dormer = createPresetDesign({ style: 'Dormer', width, length: 16 });
    const frame = getDormer(dormer);
    const [face] =
      createDesignParts(dormer)
        .find(({ name }) => name === 'dormer')
        ?.panels.slice(0, 1) ?? [];
    if (!frame || !face) throw new Error('The design has no dormer');
    expect(12 * face.width).toBeCloseTo(frame.to - frame.from, 4);
    const side = getAreas(dormer, frame.side).find(
      ({ fill, points }) =>
        fill === 'wall' && Math.abs(getExtent(points.map(([x]) => x)) - 12 * face.width) < 0.01,
    );
    const ys = side?.points.map(([, y]) => -y) ?? [];
    const levels = face.corners.map((corner) => 12 * corner[1]);
    expect(Math.min(...ys)).toBeCloseTo(Math.min(...levels), 4);
    expect(Math.max(...ys)).toBeCloseTo(Math.max(...levels), 4);
    const xs = side?.points.map(([x]) => x) ?? [];
    expect(Math.min(...xs)).toBeCloseTo(frame.side === 'left' ? frame.from : 192 - frame.to, 4);
    // Rafters and deck are thicker than the roof that is drawn.
    const plates = Math.max(...levels) - getExtent(levels) - frame.header;
    expect(Math.abs(plates - getDesignGeometry(dormer).plateLevel)).toBeLessThan(0.1);
    expect(Math.abs(frame.plate - frame.header - getExtent(levels))).toBeLessThan(1.25);
  },
);

test('foundation posts are as many, as wide and as high in elevation and image as in the frame', () => {
  const onPosts: ShedDesign = { ...design, width: 14, length: 20, foundation: 'posts' };
  const posts = frameShed(onPosts).floor.filter(({ name }) => name === 'foundation post');
  const boxes = createDesignParts(onPosts)
    .find(({ name }) => name === 'foundation')
    ?.panels.filter(({ normal, width }) => normal[2] > 0.99 && Math.abs(12 * width - 3.5) < 0.001)
    .filter(({ origin }) => origin[1] === 0);
  expect(boxes).toHaveLength(posts.length);
  const top = Math.max(...posts.flatMap(({ prism }) => prism.outline.map(([, y]) => y)));
  for (const box of boxes ?? []) expect(12 * box.height).toBeCloseTo(top, 4);
  const count = (wall: Wall) =>
    getAreas(onPosts, wall).filter(
      ({ fill, points }) =>
        fill === 'ground' &&
        Math.max(...points.map(([, y]) => y)) === 0 &&
        Math.abs(getExtent(points.map(([, y]) => y)) - top) < 0.001,
    ).length;
  expect(count('front') * count('left')).toBe(posts.length);
  expect([count('back'), count('right')]).toEqual([count('front'), count('left')]);
});

test.each<[Extra, Wall]>([
  ['ramp', 'front'],
  ['ramp', 'left'],
  ['cupola', 'front'],
  ['cupola', 'right'],
  ['vents', 'back'],
  ['shutters', 'right'],
  ['flowerBoxes', 'right'],
  ['skylight', 'right'],
])('%s is drawn in the %s elevation', (extra, wall) => {
  const roomy = {
    ...design,
    width: 14,
    openings: [
      { type: 'double-door-60', wall: 'front', position: 30 },
      { type: 'window-24x36', wall: 'right', position: 60 },
    ] as const,
    extras: [],
  };
  expect(getAreas({ ...roomy, extras: [extra] }, wall).length).toBeGreaterThan(
    getAreas(roomy, wall).length,
  );
});

test.each(STYLES)('the skylight of a %s is within its slope', (style) => {
  const withSkylight = createPresetDesign({ style, width: 12, length: 24 });
  const parts = createDesignParts({ ...withSkylight, extras: ['skylight'] });
  const getLevels = (part: string) =>
    parts
      .find(({ name }) => name === part)
      ?.panels.flatMap(({ corners }) => corners.map((corner) => corner[1])) ?? [];
  expect(Math.max(...getLevels('skylight'))).toBeLessThan(Math.max(...getLevels('roof')));
  expect(Math.min(...getLevels('skylight'))).toBeGreaterThan(Math.min(...getLevels('roof')));
});

test.each(STYLES)('the skylight in the image of a %s is over the opening of its frame', (style) => {
  const preset = createPresetDesign({ style, width: 12, length: 20 });
  for (const extras of [['skylight'], ['cupola', 'skylight']] as const) {
    const withSkylight = { ...preset, extras };
    const skylight = getSkylight(withSkylight);
    const [panel] =
      createDesignParts(withSkylight).find(({ name }) => name === 'skylight')?.panels ?? [];
    if (!skylight || !panel) throw new Error('The design has no skylight');
    const { side, from, to, low, high, up } = skylight;
    const zs = panel.corners.map((corner) => 12 * corner[2] + 120);
    expect(Math.min(...zs)).toBeCloseTo(from + 0.75, 4);
    expect(Math.max(...zs)).toBeCloseTo(to - 0.75, 4);
    const xs = panel.corners.map(([x]) => (side === 'left' ? 72 + 12 * x : 72 - 12 * x));
    expect(getExtent(xs)).toBeCloseTo((high - low - 1.5) * up[0], 4);
    // It is raised by 0.16 ft from the roof.
    const middle = toPoint(skylight, (low + high) / 2, -1.92)[0];
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(middle, 4);
  }
});

describe.each(STYLES)('the drawings of a %s', (style) => {
  test('contain finite numbers inside their frame', () => {
    const preset = createPresetDesign({ style, width: 14, length: 20 });
    for (const drawing of [drawPlan(preset), ...WALLS.map((wall) => drawElevation(preset, wall))]) {
      for (const shape of drawing.shapes) {
        for (const [x, y] of shape.type === 'text' ? [shape.at] : shape.points) {
          expect(x).toBeGreaterThanOrEqual(drawing.left);
          expect(x).toBeLessThanOrEqual(drawing.left + drawing.width);
          expect(y).toBeGreaterThanOrEqual(drawing.top);
          expect(y).toBeLessThanOrEqual(drawing.top + drawing.height);
        }
      }
    }
  });
});
