import { describe, expect, test } from 'vitest';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { createLayout, splitAtSupport } from '#drawing/design/lumber-layout.ts';
import { getRoughOpening } from '#drawing/design/rough-opening.ts';
import { type Board, getStockLength, getUsedLength, planCuts } from './cutting-plan.ts';
import type { Member } from './member.ts';
import { countRoofing } from './roofing.ts';
import { getSidingArea, listMetalSheets, planSiding } from './siding.ts';

// The rules of a frame, each alone and worked by hand; frame-shed.test.ts has whole sheds.

describe('planCuts', () => {
  const options = { stockLengths: [8, 10, 12, 14, 16], kerf: 1 / 8 };
  const piece = (length: number, cutAllowance = 0): Member => ({
    name: 'stud',
    section: '2x4',
    length,
    cutAllowance,
    prism: { outline: [], from: 0, to: 0 },
  });
  const plan = (...pieces: Member[]) => planCuts(pieces, options);
  const describeBoards = (boards: Board[]) =>
    boards.map(({ stockLength, cuts }) => `${stockLength}: ${cuts.map(({ length }) => length)}`);

  test.each([
    [[96], ['8: 96']],
    [[96.125], ['10: 96.125']],
    // The blade takes 1/8 between two pieces and nothing after the last one.
    [[60, 59.875], ['10: 60,59.875']],
    [[60, 60], ['12: 60,60']],
    [[192], ['16: 192']],
    [[80, 60, 50], ['16: 80,60,50']],
    [[48, 47.875], ['8: 48,47.875']],
    [[], []],
  ])('cuts %j from %j', (lengths, boards) => {
    expect(describeBoards(plan(...lengths.map((length) => piece(length))))).toEqual(boards);
  });

  test('adds the allowance of sloped cuts once to a board', () => {
    expect(describeBoards(plan(piece(95, 1)))).toEqual(['8: 95']);
    expect(describeBoards(plan(piece(95.5, 1)))).toEqual(['10: 95.5']);
    expect(describeBoards(plan(piece(59, 1), piece(59, 1)))).toEqual(['10: 59,59']);
    expect(plan(piece(59, 1))[0]?.cuts).toEqual([{ length: 59, allowance: 1 }]);
    expect(describeBoards(plan(piece(60, 2), piece(60)))).toEqual(['12: 60,60']);
  });

  test('takes pieces of one length and different allowances apart', () => {
    expect(describeBoards(plan(piece(95.5), piece(95.5, 1)))).toEqual(['8: 95.5', '10: 95.5']);
    // The allowance of the first board does not count for the second one.
    const short = { ...options, stockLengths: [8] };
    expect(planCuts([piece(94, 2), piece(95, 1)], short)).toHaveLength(2);
  });

  test('keeps blades of 3/16 in apart in sixteenths', () => {
    const thick = { stockLengths: [8, 10], kerf: 3 / 16 };
    expect(describeBoards(planCuts([piece(47.875), piece(47.9375)], thick))).toEqual([
      '8: 47.9375,47.875',
    ]);
    expect(describeBoards(planCuts([piece(47.9375), piece(47.9375)], thick))).toEqual([
      '10: 47.9375,47.9375',
    ]);
  });

  test('throws for a piece that no board has', () => {
    expect(() => plan(piece(192.5))).toThrow('No board has the length of a member of 192.5 inches');
    expect(() => plan(piece(192, 1))).toThrow('No board has the length of a member of 192 inches');
  });

  // Filling one board after the other as well as possible needs 42 and 52 feet.
  test.each([
    [[54, 54, 108, 114, 114], 40, 3],
    [[108, 24, 60, 84, 66, 66, 144], 50, 4],
  ])('cuts %j from %d feet in %d boards', (lengths, feet, count) => {
    const boards = plan(...lengths.map((length) => piece(length)));
    expect([getStockLength(boards), boards.length]).toEqual([feet, count]);
    const cut = boards.flatMap(({ cuts }) => cuts.map(({ length }) => length));
    expect(cut.sort((a, b) => a - b)).toEqual(lengths.sort((a, b) => a - b));
  });

  test('needs few boards for many pieces', () => {
    const studs = Array.from({ length: 30 }, () => piece(79.5));
    const plates = [144, 144, 113, 113, 137, 137, 120, 120].map((length) => piece(length));
    const boards = plan(...studs, ...plates);
    const cut = boards.flatMap(({ cuts }) => cuts.map(({ length }) => length));
    expect(cut.sort((a, b) => a - b)).toEqual(
      [...studs, ...plates].map(({ length }) => length).sort((a, b) => a - b),
    );
    // The pieces alone are 284 feet.
    expect(getStockLength(boards)).toBeLessThanOrEqual(304);
  });
});

test('getUsedLength adds pieces, blades between them and the largest allowance', () => {
  const cuts = [
    { length: 60, allowance: 1 },
    { length: 40, allowance: 2 },
    { length: 10, allowance: 0 },
  ];
  expect(getUsedLength(cuts, 0.125)).toBe(112.25);
  expect(getUsedLength([], 0.125)).toBe(0);
});

test('getStockLength adds the lengths of the boards', () => {
  expect(getStockLength([8, 16].map((stockLength) => ({ stockLength, cuts: [] })))).toBe(24);
});

test.each([
  [{ start: 0, end: 48 }, 1.5, [0, 15.25, 31.25, 46.5]],
  [{ start: 0, end: 18.25 }, 1.5, [0, 16.75]],
  [{ start: 0, end: 18.5 }, 1.5, [0, 15.25, 17]],
  [{ start: 13.75, end: 48 }, 1.5, [13.75, 15.25, 31.25, 46.5]],
  [{ start: 14, end: 48 }, 1.5, [14, 31.25, 46.5]],
  [{ start: 0, end: 48 }, 3.5, [0, 14.25, 30.25, 44.5]],
])('createLayout of %j with members of %d in', (run, thickness, positions) => {
  expect(createLayout(run, 16, thickness)).toEqual(positions);
});

test('createLayout has members of 1.5 in by default', () => {
  expect(createLayout({ start: 0, end: 24 }, 12)).toEqual([0, 11.25, 22.5]);
});

test.each([
  [[0, 192], 192, 'first', [[0, 192]]],
  [[100, 250], 192, 'first', [[100, 250]]],
  [
    [0, 240],
    192,
    'first',
    [
      [0, 128],
      [128, 240],
    ],
  ],
  [
    [3.5, 236.5],
    192,
    'second',
    [
      [3.5, 176],
      [176, 236.5],
    ],
  ],
  [
    [0, 160],
    144,
    'second',
    [
      [0, 128],
      [128, 160],
    ],
  ],
  [
    [0, 150],
    144,
    'second',
    [
      [0, 32],
      [32, 150],
    ],
  ],
] as const)('splitAtSupport of %j with boards of %d in, %s row', (run, maxLength, row, pieces) => {
  expect(splitAtSupport([...run], { maxLength, spacing: 16 }, row)).toEqual(pieces);
});

test('splitAtSupport splits the first row by default', () => {
  expect(splitAtSupport([16, 240], { maxLength: 192, spacing: 16 })).toEqual([
    [16, 128],
    [128, 240],
  ]);
});

describe('countRoofing', () => {
  const roof = { area: 200, rakes: [60, 60], eaves: [240], ridge: 250 };

  test('counts bundles with waste, starter, cap and drip edge', () => {
    expect(countRoofing(roof, 0.1)).toEqual({
      bundles: 7,
      starter: 240,
      cap: 250,
      dripEdge: { length: 360, pieces: 3 },
    });
    expect(countRoofing({ ...roof, area: 100 }, 0).bundles).toBe(3);
    expect(countRoofing({ ...roof, area: 101 }, 0).bundles).toBe(4);
  });

  test.each([
    [[120], 1],
    [[121], 2],
    [[50, 70, 10], 2],
    [[70, 30, 20], 1],
    [[50, 60, 60, 70], 2],
    [[70, 60], 2],
    [[], 0],
  ])('cuts the drip edge of rakes of %j from %d pieces', (rakes, pieces) => {
    expect(countRoofing({ ...roof, rakes, eaves: [] }, 0).dripEdge.pieces).toBe(pieces);
  });
});

test.each([
  ['door', 60, 72, 120, { left: 41.5, right: 102.5, bottom: 0, top: 73 }],
  ['door', 60, 72, 60, { left: 41.5, right: 102.5, bottom: 0, top: 73 }],
  ['window', 24, 36, 120, { left: 59.75, right: 84.25, bottom: 36.5, top: 73 }],
  ['window', 24, 36, 72, { left: 59.75, right: 84.25, bottom: 27, top: 63.5 }],
] as const)(
  'getRoughOpening of a %s of %d x %d in in a wall of %d in',
  (type, width, height, wallHeight, rough) => {
    const opening = { type, width, height, middle: 72 };
    expect(getRoughOpening(opening, FRAMING_DEFAULTS, wallHeight)).toEqual(rough);
  },
);

test('getRoughOpening has level heads in a wall of unknown height', () => {
  const opening = { type: 'window', width: 24, height: 36, middle: 72 } as const;
  expect(getRoughOpening(opening, FRAMING_DEFAULTS).top).toBe(73);
});

describe('siding', () => {
  const wall = { name: 'left', length: 120, width: 96 };
  const cheek = { name: 'cheek', length: 72, width: 24 };
  const gable = {
    name: 'front gable',
    span: 72,
    heightAt: (x: number) => Math.min(x, 72 - x),
    isFromRight: false,
    area: 1296,
  };
  const faces = { walls: [wall], cheeks: [cheek], gables: [gable] };
  const none = { walls: [], cheeks: [], gables: [] };

  test('getSidingArea subtracts openings and half of the cheeks’ rectangles', () => {
    // 80 + 6 + 9, less a window of 6.
    const window = { type: 'window-24x36', wall: 'left', position: 40 } as const;
    expect(getSidingArea(faces, [])).toBe(95);
    expect(getSidingArea(faces, [window])).toBe(89);
    expect(getSidingArea(none, [])).toBe(0);
  });

  test('planSiding covers walls and cheeks first, then gables, with numbered sheets', () => {
    const walls = planSiding({ ...faces, gables: [] }, FRAMING_DEFAULTS);
    const gables = planSiding({ ...none, gables: [gable] }, FRAMING_DEFAULTS);
    const all = planSiding(faces, FRAMING_DEFAULTS);
    expect(all.sheets).toBe(walls.sheets + gables.sheets);
    expect(all.surfaces.map(({ name }) => name)).toEqual(['left', 'cheek', 'front gable']);
    expect(walls.sheets).toBe(4);
    // Both columns, of 36 and 24 in, come from one panel of 96.
    expect(gables.sheets).toBe(1);
    expect(all.surfaces.at(-1)?.pieces.map(({ sheet }) => sheet)).toEqual([5, 5]);
  });

  test('listMetalSheets lists whole heights, the longest first', () => {
    expect(listMetalSheets(faces, FRAMING_DEFAULTS)).toEqual([
      { length: 96, count: 4 },
      { length: 36, count: 2 },
      { length: 24, count: 1 },
      { length: 12, count: 1 },
    ]);
  });

  test('listMetalSheets rounds to sixteenths and adds what is equal', () => {
    const walls = [90.01, 90.04, 90].map((width) => ({ name: 'left', length: 36, width }));
    expect(listMetalSheets({ ...none, walls }, FRAMING_DEFAULTS)).toEqual([
      { length: 90.0625, count: 1 },
      { length: 90, count: 2 },
    ]);
  });
});
