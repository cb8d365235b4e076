import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { frameShed, getMembers, type ShedFrame } from '#drawing/framing/frame-shed.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { countMembers, drawFraming } from './framing-drawings.ts';
import { createPositions } from './framing-shapes.ts';
import type { DrawnShape, LineDrawing } from './line-drawing.ts';
import { drawSheets } from './sheet-drawings.ts';

const gable = {
  ...createPresetDesign({ style: 'Gable', width: 10, length: 12 }),
  openings: [
    { type: 'double-door-60', wall: 'front', position: 30 },
    { type: 'window-24x36', wall: 'left', position: 60 },
  ] as const,
};
const aFrameDesign = createPresetDesign({ style: 'A-Frame' });
const getTexts = ({ shapes }: Pick<LineDrawing, 'shapes'>): string[] =>
  shapes.flatMap((shape) => (shape.type === 'text' ? [shape.text] : []));

describe('the drawings of the worked example', () => {
  const frame = frameShed(gable);
  const { walls, floor, roof } = drawFraming(gable, frame);
  const [front, back, left, right] = walls;

  test('are one for each wall, the floor and the roof', () => {
    expect(walls.map(({ drawing }) => drawing.title)).toEqual([
      'Front wall',
      'Back wall',
      'Left wall',
      'Right wall',
    ]);
    expect(floor.drawing.title).toBe('Floor framing');
    expect(roof.map(({ drawing }) => drawing.title)).toEqual(['Rafters', 'Roof framing']);
  });

  test('have the positions of studs, kings, jacks and cripples from the corner', () => {
    // The window is 60 to 84 from the corner, its rough opening 59.75 to 84.25.
    const texts = left ? getTexts(left.drawing) : [];
    expect(texts).toEqual(
      expect.arrayContaining([
        '3/4"',
        '1\'-4"',
        'K 4\'-9 1/2"',
        'J 4\'-11"',
        'C 5\'-4"',
        'J 7\'-1"',
        'K 7\'-2 1/2"',
        '11\'-11 1/4"',
      ]),
    );
    expect(right && getTexts(right.drawing)).toContain('12\'-0" (3.66\u00a0m)');
  });

  test('have rough openings and the members of wall and gable', () => {
    expect(front && getTexts(front.drawing).join(' ')).toContain(`Rough 5'-1" x 6'-1"`);
    const counts = countMembers(back?.members ?? []);
    expect(counts.find(({ name }) => name === 'stud')).toMatchObject({ count: 9, length: 79.5 });
    const gables = counts.filter(({ name }) => name === 'gable stud');
    expect(gables.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    expect(counts.find(({ name }) => name === 'rafter')?.count).toBe(2);
  });

  test('say that gable studs are measured at their middle', () => {
    const note = 'measured at their middle; cut their tops to the roof.';
    expect(front?.notes).toContain(`Gable studs are 16 in (406 mm) on centre, ${note}`);
    expect(left?.notes.join()).not.toContain(note);
    const [aFrame] = drawFraming(aFrameDesign, frameShed(aFrameDesign)).walls;
    expect(aFrame?.notes).toContain(`Studs under the roof are ${note}`);
  });

  test('have the length and the slope of the rafters, and the positions of joists and skids', () => {
    expect(roof[0] && getTexts(roof[0].drawing)).toContain(`5'-10 11/16", 5 in 12`);
    const texts = getTexts(floor.drawing);
    expect(texts.filter((text) => text === '1\'-4"')).toHaveLength(1);
    expect(texts).toContain('1 3/4"');
  });

  test('number the parts of all sheets', () => {
    const { sheets, sheetPlans } = frame;
    for (const name of ['subfloor', 'deck', 'siding'] as const) {
      const numbers = drawSheets(sheetPlans[name]).flatMap((drawing) =>
        getTexts(drawing).filter((text) => /^\d+$/.test(text)),
      );
      expect(new Set(numbers).size).toBe(sheets[name]);
    }
  });
});

/*
 * 10x12 Gable: rafters reach from 0 to 59.25 across, 64.19 up the slope. The middle of the room, 72, is half a bay from
 * 64 and 80; the opening is 31.5 high, from 16.34 to 47.84 up the slope, and 15.09 to 44.16 across.
 */
test('a skylight has its opening in the roof plan and in a section, with its jack rafters', () => {
  const design = { ...gable, extras: ['skylight'] as const };
  const { roof } = drawFraming(design, frameShed(design));
  const section = roof.find(({ drawing }) => drawing.title === 'Section through the skylight');
  const pieces = countMembers(section?.members ?? []).map(({ name, count, length }) => [
    name,
    count,
    Number(length.toFixed(2)),
  ]);
  expect(pieces).toContainEqual(['skylight header', 4, 27.5]);
  expect(pieces).toContainEqual(['lower jack rafter', 1, 21.3]);
  expect(pieces).toContainEqual(['upper jack rafter', 1, 13.34]);
  expect(section?.notes.join()).toContain('2\'-3 1/2" (70\u00a0cm) x 2\'-7 1/2" (80\u00a0cm)');
  const plan = roof.find(({ drawing }) => drawing.title === 'Roof framing');
  expect(plan && getTexts(plan.drawing)).toContain('Skylight');
  expect(plan?.notes.join()).toContain('6\'-8" (2.03\u00a0m) from the back');
});

test('a porch has its gable in a drawing of its own, an A-frame no side walls, a slab no joists', () => {
  const draw = (design: typeof gable | ReturnType<typeof createPresetDesign>) =>
    drawFraming(design, frameShed(design));
  const porch = draw(createPresetDesign({ style: 'Porch' }));
  const [wall] = porch.walls;
  const front = porch.roof.find(({ drawing }) => drawing.title === 'Porch');
  // 16, 32, 48 from both corners and 64 of 120; the vent of the porch replaces that at 64 with one on each side.
  for (const [part, count] of [
    [wall, 7],
    [front, 8],
  ] as const) {
    const studs = part?.members.filter(({ name }) => name === 'gable stud');
    expect(studs).toHaveLength(count);
    expect(part?.members.filter(({ name }) => name === 'rafter')).toHaveLength(2);
  }
  const aFrame = draw(createPresetDesign({ style: 'A-Frame' }));
  expect(aFrame.walls.map(({ drawing }) => drawing.title)).toEqual(['Front wall', 'Back wall']);
  const dormer = draw(createPresetDesign({ style: 'Dormer' }));
  expect(dormer.roof.map(({ drawing }) => drawing.title)).toContain('Face of the dormer');
  const slab = draw({ ...gable, foundation: 'slab' });
  expect(getTexts(slab.floor.drawing)).toContain('Concrete slab');
});

test('openings of a style are in the drawing of their wall, dashed with a note if they are not framed', () => {
  const draw = (style: ShedDesign['style']) => {
    const design = createPresetDesign({ style, width: 12, length: 16 });
    return drawFraming(design, frameShed(design));
  };
  const back = draw('Gambrel').walls.find(({ drawing }) => drawing.title === 'Back wall');
  expect(back && getTexts(back.drawing).join(' ')).toContain('gable window');
  const [front] = draw('A-Frame').walls;
  expect(front && getTexts(front.drawing)).toContain('frame on site');
  expect(
    front?.drawing.shapes.some((shape) => shape.type === 'area' && shape.weight === 'dashed'),
  ).toBe(true);
  const face = draw('Dormer').roof.find(({ drawing }) => drawing.title === 'Face of the dormer');
  expect(face?.notes.join()).toContain(`Rough openings 2'-8 1/2" (83\u00a0cm) x`);
});

/*
 * 10x12 on 4x4 skids, so that the siding begins 3.625 below the floor and panels of 96 end at 92.375; the
 * plates of a wall of 96 begin at 93, so that blocking is from 91.5 to 93. A bay is 14.5 wide; the first and last
 * of a side wall are 16 - 0.75 - 1.5 = 13.75 and 144 - 1.5 - 128.75 = 13.75.
 */
test('walls higher than a panel have blocking under the joint, drawn and in the list', () => {
  const tall = { ...gable, openings: [], wallHeight: 96 };
  const { walls } = drawFraming(tall, frameShed(tall));
  const [, , left] = walls;
  const blocking = left?.members.filter(({ name }) => name === 'blocking') ?? [];
  expect(
    countMembers(blocking).map(({ section, length, count }) => [section, length, count]),
  ).toEqual([
    ['2x4', 13.75, 2],
    ['2x4', 14.5, 7],
  ]);
  expect(left?.notes.join(' ')).toContain(`its middle is 7'-8 1/4" (2.34\u00a0m) above the floor`);
  const isBlocking = (shape: DrawnShape) =>
    shape.type === 'area' &&
    shape.points.every(([, y]) => y <= -91.5 && y >= -93) &&
    shape.points.some(([, y]) => y === -91.5);
  expect(left?.drawing.shapes.filter(isBlocking)).toHaveLength(9);
  expect(walls[0]?.members.some(({ name }) => name === 'blocking')).toBe(true);
  const low = { ...tall, wallHeight: 90 };
  expect(getMembers(frameShed(low)).some(({ name }) => name === 'blocking')).toBe(false);
});

describe('of random designs', () => {
  const forAll = (check: (frame: ShedFrame, drawings: LineDrawing[]) => void) =>
    fc.assert(
      fc.property(validDesigns, (design) => {
        const frame = frameShed(design);
        const { walls, floor, roof } = drawFraming(design, frame);
        check(
          frame,
          [floor, ...walls, ...roof].map(({ drawing }) => drawing),
        );
      }),
      { numRuns: countRuns(300), seed: 20 },
    );

  test('all drawings have finite points, and text within their frame', () => {
    forAll((_frame, drawings) => {
      for (const { shapes, left, top, width, height } of drawings) {
        const isInside = ([x, y]: readonly [number, number]) =>
          x >= left && x <= left + width && y >= top && y <= top + height;
        const points = shapes.flatMap((shape) =>
          shape.type === 'text' ? [shape.at] : shape.points,
        );
        if (!points.every(isInside)) expect(points).toEqual([]);
      }
    });
  });

  test('each member of the frame is in a drawing', () => {
    fc.assert(
      fc.property(validDesigns, (design) => {
        const frame = frameShed(design);
        const { walls, floor, roof } = drawFraming(design, frame);
        const drawn = new Set([floor, ...walls, ...roof].flatMap(({ members }) => members));
        const { floor: joists, walls: framed, loft, porch, roof: rafters } = frame;
        const missing = [
          ...joists,
          ...Object.values(framed).flat(),
          ...loft,
          ...rafters,
          ...porch,
        ].filter((member) => !drawn.has(member));
        expect(missing).toEqual([]);
      }),
      { numRuns: countRuns(300), seed: 20 },
    );
  });

  test('sheets cover their surfaces without overlap, and are no larger than a sheet', () => {
    forAll(({ sheetPlans }) => {
      for (const { surfaces } of [sheetPlans.subfloor, sheetPlans.loft, sheetPlans.deck]) {
        for (const { length, width, pieces } of surfaces) {
          const covered = pieces.reduce((sum, piece) => sum + piece.length * piece.width, 0);
          expect(covered).toBeCloseTo(length * width, 4);
        }
        const areas = new Map<number, number>();
        for (const { sheet, length, width } of surfaces.flatMap(({ pieces }) => pieces)) {
          areas.set(sheet, (areas.get(sheet) ?? 0) + length * width);
        }
        expect(Math.max(0, ...areas.values())).toBeLessThanOrEqual(48 * 96 + 1e-6);
      }
    });
  });
});

test('labels of positions are spread so that none covers another', () => {
  const at = [0.75, 13, 14.5, 16, 17.5, 40, 41.5, 100];
  const shapes = createPositions(
    at.map((position) => ({ at: position, text: `${position}` })),
    { side: 'below', at: 0, textSize: 4 },
  );
  const xs = shapes.flatMap((shape: DrawnShape) => (shape.type === 'text' ? [shape.at[0]] : []));
  for (let index = 1; index < xs.length; index += 1) {
    expect((xs[index] ?? 0) - (xs[index - 1] ?? 0)).toBeGreaterThanOrEqual(4.6 - 1e-9);
  }
  expect(xs.at(-1)).toBeCloseTo(100 + 1.4);
});
