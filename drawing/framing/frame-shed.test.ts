import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import {
  getBodyLength,
  getDesignGeometry,
  getWallLength,
} from '#drawing/design/design-geometry.ts';
import { type Dormer, getDormer } from '#drawing/design/dormer.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, type Section } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import { OPENINGS, type ShedDesign, WALLS } from '#drawing/design/shed-design.ts';
import { getSkylight, toPoint } from '#drawing/design/skylight.ts';
import { createBlock } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import { framings, validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns, isFull } from '#tests/support/count-runs.ts';
import { getStockLength, planCuts } from './cutting-plan.ts';
import { frameShed, getMembers, type ShedFrame } from './frame-shed.ts';
import { listIncludedRoughOpenings } from './included-openings.ts';
import type { Member } from './member.ts';
import { findImpossibleCut } from './testing/impossible-cuts.ts';
import { findOverlap } from './testing/overlap.ts';
import { findUncarriedDeckJoint, findUncarriedEdge } from './testing/siding-edges.ts';

const example: ShedDesign = {
  ...createPresetDesign({ style: 'Gable', width: 10, length: 12 }),
  openings: [
    { type: 'double-door-60', wall: 'front', position: 30 },
    { type: 'window-24x36', wall: 'left', position: 60 },
  ],
};

function list(members: readonly Member[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, section, length } of members) {
    const key = `${section} ${name} ${Number(length.toFixed(4))}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('a 10x12 gable shed with a double door and a window', () => {
  const frame = frameShed(example);

  test('has the floor of the worked example', () => {
    expect(list(frame.floor)).toEqual({
      '4x4 skid 144': 4,
      '2x6 rim 144': 2,
      '2x6 joist 117': 10,
    });
  });

  test('has the walls of the worked example', () => {
    const { front, back, left, right } = frame.walls;
    const countStuds = (members: readonly Member[]) =>
      members.filter(({ name }) => name === 'stud' || name === 'king stud').length;
    expect([left, right, back, front].map(countStuds)).toEqual([10, 10, 9, 7]);
    expect(list([...front, ...back, ...left, ...right])).toEqual({
      '2x4 bottom plate 144': 2,
      '2x4 top plate 144': 2,
      '2x4 bottom plate 113': 2,
      '2x4 top plate 113': 2,
      '2x4 upper top plate 137': 2,
      '2x4 upper top plate 120': 2,
      '2x4 stud 79.5': 32,
      '2x4 king stud 79.5': 4,
      '2x4 jack stud 71.5': 4,
      '2x6 header 64': 2,
      '2x6 header 27.5': 2,
      '2x4 upper cripple 2.5': 6,
      '2x4 sill 24.5': 1,
      '2x4 lower cripple 33.5': 2,
    });
  });

  test('has the roof of the worked example', () => {
    const gableStuds = frame.roof.filter(({ name }) => name === 'gable stud');
    const expected = [5.21, 11.88, 18.54, 21.88, 15.21, 8.54];
    for (const [index, length] of [...expected, ...expected].entries()) {
      expect(gableStuds[index]?.length).toBeCloseTo(length, 1);
    }
    expect(list(frame.roof.filter(({ name }) => name !== 'gable stud'))).toEqual({
      '2x4 rafter 70.6875': 20,
      '2x4 fly rafter 70.6875': 4,
      '2x6 ridge 156': 1,
      '2x4 rafter tie 120': 2,
    });
  });

  test('needs the sheets and the roofing of the worked example', () => {
    expect(frame.sheets).toMatchObject({
      subfloor: 4,
      loft: 0,
      // By hand 5; with joints on rafters, 86 + 70 in each row, it takes the 6 that are bought.
      deck: 6,
      deckWithWaste: 6,
      siding: 13,
    });
    expect(frame.roofArea).toBeCloseTo(154.92, 2);
    expect(frame.roofing).toMatchObject({ bundles: 6, starter: 26 * 12, cap: 13 * 12 });
    expect(frame.roofing.dripEdge.length / 12).toBeCloseTo(49.83, 2);
    expect(frame.roofing.dripEdge.pieces).toBe(6);
  });

  test('has roof sheets that meet on the rafters at 80', () => {
    const xs = frame.sheetPlans.deck.surfaces.map(({ pieces }) => [
      ...new Set(pieces.map(({ x }) => x)),
    ]);
    // The rake is 6 inches; the right slope is seen from its own side, with the back on the right.
    expect(xs).toEqual([
      [0, 86],
      [70, 0],
    ]);
  });

  test('has the height and the footprint of the worked example', () => {
    expect(frame.height).toBeCloseTo(121.12, 2);
    expect(frame.footprint).toBe(120);
  });

  test('needs no more lumber than the plan of the worked example', () => {
    const ofSection = (section: Section) =>
      getMembers(frame).filter((member) => member.section === section);
    expect(getStockLength(planCuts(ofSection('2x4'), FRAMING_DEFAULTS))).toBeLessThanOrEqual(632);
    expect(getStockLength(planCuts(ofSection('2x6'), FRAMING_DEFAULTS))).toBeLessThanOrEqual(154);
  });
});

/*
 * Worked by hand. 12x20 on skids, walls 84, W 144, L 240; double door 60 in the middle of the front
 * (rough 41.5 to 102.5), window 24x36 in the middle of the left side (rough 107.75 to 132.25).
 *
 * Floor: wider than 10 ft, so skids are 4x6: ceil(140.5 / 48) + 1 = 4; runs of 240 meet on the layout at
 * 128 (8 x 16): 128 + 112. Joists ceil(238.5 / 16) + 1 = 16 of 141. Subfloor 3 rows of 240 = 720 / 96: 8.
 * Studs: sides 16 each, less 2 at 112 and 128 and plus 2 kings at the window; ends 2 corners and the layout
 * from 16 to 128, 10; in front 48 to 96 go, 2 kings come: 8. In all 46 studs, 4 kings. Cripples as in the
 * first example, because the same layout lies inside the openings: 48, 64, 80, 96 and 112, 128.
 * Plates: sides 128 + 112; the upper ones from 3.5 to 236.5 meet 48 further, at 176: 172.5 + 60.5. Ends
 * 137, upper 144.
 * Roof: rafters 0.76537 x 72 = 55.106; ceil(238.5 / 16) + 1 = 16 pairs of 2 lower and 2 upper, and at
 * each of two rakes 2 + 2. Knee at 72 x (1 - 0.70711) = 21.088 across, 50.912 up. Gussets 2 x 3 joints x 16.
 * Gable studs: below the steep slope 2.41421 x - 3.5 x 2.61313, so 29.48 at 16; below the flat slope
 * 50.912 + 0.41421 (x - 21.088) - 3.5 x 1.08239, so 51.64 at 32, 58.27 at 48, 64.90 at 64; then mirrored. Those at 64 and
 * 80 are cut by the openings in the middle, with a stud on each side. Behind, a window of 21.6, 24 over the plates: rough
 * 22.1 x 22.1, studs at 60.2 of 63.32, cripples below 24 - 0.25 - 1.5 = 22.25, above 64.90 - 24 - 21.85 - 1.5 = 17.55. In
 * front, a loft door of 24 x 26.4, 20 over the plates: rough 25 x 27.4, studs at 58.75 of 62.72, cripples below 18.5, above
 * 64.90 - 20 - 27.4 - 1.5 = 16.00.
 * Loft: half of 240 down to the layout, 112: joists at the back wall and at 16 to 112, 8 of 144; sheets
 * 3 rows of 112 = 96 + 16: 4. Ties at 144 and 192, those at 48 and 96 are replaced by the loft.
 * Roof area 4 x 55.106 x 252 / 144 = 385.75 sq ft; bundles 3.8575 x 3 x 1.15 = 13.3: 14; sheathing with
 * waste 385.75 x 1.15 / 32 = 13.9: 14. Starter 504, cap 252. Drip edge 8 x 55.106 + 504 = 944.85 in = 78.74
 * ft: eaves 4 lengths and 12 + 12 of a fifth, rakes two to a length: 9.
 * Siding: 11.625 - 6 + 84 = 89.6 high: 5 + 5 + 3 + 3; gables 62.1, 72, 62.1 high, one panel each: 6.
 * Height: 5.5 + 5.5 + 0.625 + 84 + 72 + 0.4375 x 1.08239 = 168.10.
 */
describe('a 12x20 gambrel with a loft', () => {
  const { design } = constrainDesign({
    ...createPresetDesign({ style: 'Gambrel', width: 12, length: 20 }),
    openings: [
      { type: 'double-door-60', wall: 'front', position: 42 },
      { type: 'window-24x36', wall: 'left', position: 108 },
    ],
    extras: ['loft'],
  });
  const frame = frameShed(design);

  test('has the floor worked by hand', () => {
    expect(list(frame.floor)).toEqual({
      '4x6 skid 128': 4,
      '4x6 skid 112': 4,
      '2x6 rim 128': 2,
      '2x6 rim 112': 2,
      '2x6 joist 141': 16,
    });
  });

  test('has the walls worked by hand', () => {
    const { front, back, left, right } = frame.walls;
    const countStuds = (members: readonly Member[]) =>
      members.filter(({ name }) => name === 'stud' || name === 'king stud').length;
    expect([left, right, back, front].map(countStuds)).toEqual([16, 16, 10, 8]);
    expect(list([...front, ...back, ...left, ...right])).toEqual({
      '2x4 bottom plate 128': 2,
      '2x4 bottom plate 112': 2,
      '2x4 top plate 128': 2,
      '2x4 top plate 112': 2,
      '2x4 upper top plate 172.5': 2,
      '2x4 upper top plate 60.5': 2,
      '2x4 bottom plate 137': 2,
      '2x4 top plate 137': 2,
      '2x4 upper top plate 144': 2,
      '2x4 stud 79.5': 46,
      '2x4 king stud 79.5': 4,
      '2x4 jack stud 71.5': 4,
      '2x6 header 64': 2,
      '2x6 header 27.5': 2,
      '2x4 upper cripple 2.5': 6,
      '2x4 sill 24.5': 1,
      '2x4 lower cripple 33.5': 2,
    });
  });

  test('has the roof and the loft worked by hand', () => {
    const gableStuds = frame.roof.filter(({ name }) => name === 'gable stud');
    const half = [29.48, 51.64, 58.27];
    const mirrored = half.toReversed();
    const expected = [...half, 63.32, 63.32, ...mirrored, ...half, 62.72, 62.72, ...mirrored];
    expect(gableStuds).toHaveLength(16);
    for (const [index, length] of expected.entries()) {
      expect(gableStuds[index]?.length).toBeCloseTo(length, 1);
    }
    const cripples = frame.roof.filter(({ name }) => name.endsWith('cripple'));
    expect(cripples.map(({ length }) => Number(length.toFixed(2)))).toEqual([
      17.55, 17.55, 22.25, 22.25, 16, 16, 18.5, 18.5,
    ]);
    const rest = frame.roof.filter(({ name }) => !/^gable stud$|cripple$/.test(name));
    expect(list(rest)).toEqual({
      '2x4 header 22.1': 1,
      '2x4 sill 22.1': 1,
      '2x4 header 25': 1,
      '2x4 sill 25': 1,
      '2x4 lower rafter 55.1064': 32,
      '2x4 upper rafter 55.1064': 32,
      '2x4 lower fly rafter 55.1064': 4,
      '2x4 upper fly rafter 55.1064': 4,
      '2x4 rafter tie 144': 2,
    });
    expect(list(frame.loft)).toEqual({ '2x6 loft joist 144': 8 });
    expect(frame.gussets).toBe(96);
  });

  test('needs the sheets and the roofing worked by hand', () => {
    expect(frame.sheets).toMatchObject({ subfloor: 8, loft: 4, deckWithWaste: 14, siding: 22 });
    expect(frame.sheets.deck).toBeLessThanOrEqual(14);
    expect(frame.roofArea).toBeCloseTo(385.75, 1);
    expect(frame.roofing).toMatchObject({ bundles: 14, starter: 504, cap: 252 });
    expect(frame.roofing.dripEdge.length / 12).toBeCloseTo(78.74, 2);
    expect(frame.roofing.dripEdge.pieces).toBe(9);
  });

  test('has the height and the footprint worked by hand', () => {
    expect(frame.height).toBeCloseTo(168.1, 2);
    expect(frame.footprint).toBe(240);
  });
});

/*
 * Worked by hand. 12x20 with a porch of 4 ft: the wall behind it is at 192, under the rafters of the layout; 16 pairs.
 * Joists behind the rafters' fronts at 192.75, 208.75 and 224.75, and at 240 - 3.5 - 1.5 = 235. Each gable has studs from
 * 16 to 128: 8. The ceiling is 48 - 3.5 = 44.5 by 144 - 7 = 137, three rows, two of which fit on a sheet: 2. The gable's
 * panels are 28, 42 and 28 high at 7 in 12, together more than 96 with kerfs: 2.
 * 12x18: the wall is at 168, halfway between 160 and 176: a pair at 166.5 to 168 beside ceil(214.5 / 16) + 1 = 15, and
 * the first joist at 168, the last at 216 - 5 = 211.
 */
test.each([
  [20, 16, [192.75, 208.75, 224.75, 235]],
  [18, 16, [168, 176.75, 192.75, 208.75, 211]],
])(
  'a porch of a 12x%d ft shed has the gable and the ceiling worked by hand',
  (length, pairs, z) => {
    const design = { ...createPresetDesign({ style: 'Porch', width: 12, length }), porchDepth: 4 };
    const { roof, porch, sheets } = frameShed(design);
    const pick = (members: readonly Member[], part: string) =>
      members.filter(({ name }) => name === part);
    expect(pick(roof, 'rafter')).toHaveLength(2 * pairs);
    expect(pick(roof, 'gable stud')).toHaveLength(24);
    expect(pick(porch, 'ceiling joist').map(({ prism }) => prism.from)).toEqual(z);
    expect(list(pick(porch, 'ceiling joist'))).toEqual({ '2x6 ceiling joist 144': z.length });
    expect(sheets.porch).toBe(4);
  },
);

/*
 * Worked by hand. Posts of 3.5 are at most 72 apart, the first and last flush with the ends. 17 ft: 204 - 3.5 = 200.5 in 3
 * gaps of 66.83; the nearest to the middle has its own at 66.83 + 1.75 = 68.58. 20 ft: 236.5 in 4 gaps of 59.125, a post
 * in the middle: 120.
 */
test.each([
  [17, [68.5833, 135.4167]],
  [20, [120, 120]],
  [16, [192]],
])('skids of a 12x%d ft shed on posts meet on a post', (length, pieces) => {
  const preset = createPresetDesign({ style: 'Gable', width: 12, length });
  const { floor } = frameShed({ ...preset, foundation: 'posts' });
  const skids = floor.filter(({ name }) => name === 'skid').slice(0, pieces.length);
  expect(skids.map((skid) => Number(skid.length.toFixed(4)))).toEqual(pieces);
});

/*
 * At 16 in from the corner of a gambrel the roof rises 2.41421 in 1: a stud of 1.5 is 1.81 longer at its long point than in
 * its middle, and pieces that share the cut take 3.62 more than their lengths. Cheek studs are 3.5 along the slope, with
 * 8 in 12 below and 2 in 12 above.
 */
test('studs that are cut to a roof have an allowance for their bevel', () => {
  const frame = (style: ShedDesign['style']) => frameShed(createPresetDesign({ style, width: 12 }));
  const [gambrel] = frame('Gambrel').roof.filter(({ name }) => name === 'gable stud');
  expect(gambrel?.cutAllowance).toBeCloseTo(1.5 * 2.41421, 3);
  const top = Math.max(...(gambrel?.prism.outline ?? []).map(([, y]) => y));
  const bottom = Math.min(...(gambrel?.prism.outline ?? []).map(([, y]) => y));
  expect(top - bottom - (gambrel?.length ?? 0)).toBeCloseTo(0.75 * 2.41421, 3);
  const cheek = frame('Dormer').roof.find(({ name }) => name === 'cheek stud');
  expect(cheek?.cutAllowance).toBeCloseTo(3.5 * (10 / 12), 6);
  const studs = frame('A-Frame').walls.back.filter(({ name }) => name === 'stud');
  expect(studs[0]?.cutAllowance).toBeCloseTo(1.5 * Math.sqrt(3), 6);
});

const MANY = { numRuns: isFull ? 10_000 : 40 };

const mirrorDesign = (design: ShedDesign): ShedDesign => ({
  ...design,
  openings: design.openings.map(({ type, wall, position }) => ({
    type,
    wall: wall === 'left' ? 'right' : wall === 'right' ? 'left' : wall,
    position: getWallLength(design, wall) - OPENINGS[type].width - position,
  })),
});

const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-6;

/** What contradicts an invariant; undefined if it holds. They are checked together: most time is the frame's. */
const INVARIANTS: Record<
  string,
  (design: ShedDesign, frame: ShedFrame, shop: FramingDefaults) => unknown
> = {
  'members do not overlap': (_, frame) => findOverlap(getMembers(frame)),

  'members come out of the longest board': (_, frame, { stockLengths }) => {
    const longest = 12 * Math.max(...stockLengths);
    return getMembers(frame).find(
      ({ length, cutAllowance = 0 }) => !(length > 0 && length + cutAllowance <= longest + 1e-6),
    );
  },

  'quantities are finite, and siding is needed': (_, { sheets, ...frame }) => {
    const numbers = [frame.roofArea, frame.height, frame.footprint, frame.gussets];
    const counts = [...numbers, ...Object.values(sheets)];
    return counts.every((count) => Number.isFinite(count) && count >= 0) && sheets.siding > 0
      ? undefined
      : counts;
  },

  'studs and gaps add up to the length of their wall': (design, { walls }) =>
    WALLS.find((wall) => {
      const studs = walls[wall].filter(({ isUpright, y }) => isUpright && y === 1.5);
      if (!studs.length) return false;
      const [plate] = walls[wall].filter(({ name }) => name === 'bottom plate');
      const sorted = studs.map(({ x }) => x).sort((a, b) => a - b);
      const gaps = sorted.slice(1).map((x, index) => x - (sorted[index] ?? 0) - 1.5);
      const first = sorted[0] ?? 0;
      const total = gaps.reduce((sum, gap) => sum + gap, 1.5 * sorted.length);
      const length = getWallLength(design, wall);
      const isSound =
        Math.min(...gaps) >= -1e-6 &&
        first + total <= length + 1e-6 &&
        (design.style === 'A-Frame' ||
          (isNear(first, plate?.x ?? Number.NaN) && isNear(first + total, length - first)));
      return !isSound;
    }),

  'skids on posts meet in the middle of a post': ({ foundation, length }, { floor }) => {
    if (foundation !== 'posts') return undefined;
    const posts = floor.filter(({ name }) => name === 'foundation post');
    const isOnPost = (member: Member, z: number) =>
      posts.some(
        ({ prism }) =>
          isNear((prism.from + prism.to) / 2, z) &&
          prism.outline[0]?.[0] === member.prism.outline[0]?.[0],
      );
    return floor
      .filter(({ name }) => name === 'skid')
      .find((skid) =>
        [skid.prism.from, skid.prism.to].some(
          (z) => z > 0 && z < 12 * length && !isOnPost(skid, z),
        ),
      );
  },

  'every edge of siding panels is on a member': findUncarriedEdge,

  'sheets of the roof meet on rafters': findUncarriedDeckJoint,

  'no member crosses an opening of the style, except in A-frames and through plates': (
    design,
    frame,
  ) => {
    const { plateLevel, span, length } = getDesignGeometry(design);
    const dormer = getDormer(design);
    return listIncludedRoughOpenings(design).find((opening) => {
      const { surface, left, right, bottom, top, isFramed } = opening;
      if (!isFramed) return design.style !== 'A-Frame' && bottom > 0;
      const [y0, y1] = [bottom + plateLevel, top + plateLevel];
      const toProbeAt = (xs: [number, number], from: number, to: number): Member => ({
        ...toProbe(createBlock(xs, [y0, y1], [from, to]).outline),
        prism: createBlock(xs, [y0, y1], [from, to]),
      });
      const getDormerProbe = ({ side, setback, from, to }: Dormer) =>
        side === 'left'
          ? toProbeAt([setback, setback + 3.5], from + left, from + right)
          : toProbeAt([span - setback - 3.5, span - setback], to - right, to - left);
      const probe =
        surface === 'dormer'
          ? dormer && getDormerProbe(dormer)
          : toProbeAt(
              [left, right],
              ...(surface === 'back' ? ([0, 3.5] as const) : ([length - 3.5, length] as const)),
            );
      return !probe || getMembers(frame).some((member) => findOverlap([probe, member]));
    });
  },

  'a skylight has an opening without members, between headers on doubled rafters': (
    design,
    { roof },
  ) => {
    const skylight = getSkylight(design);
    if (!skylight) return undefined;
    const { side, from, to, low, high, unit } = skylight;
    const { plateLevel, span } = getDesignGeometry(design);
    const raise = (outline: Point[]): Point[] =>
      outline.map(([x, y]) => [side === 'left' ? x : span - x, y + plateLevel]);
    const corners = [low, high].flatMap((at) =>
      [0, 3.5].map((below) => toPoint(skylight, at, below)),
    );
    const [a, b, c, d] = raise(corners) as [Point, Point, Point, Point];
    const outline = side === 'left' ? [b, d, c, a] : [a, c, d, b];
    const opening: Member = {
      name: 'skylight header',
      section: '2x4',
      length: to - from,
      prism: { outline, from, to },
    };
    const inside = roof.find((member) => findOverlap([opening, member]));
    const headers = roof.filter(({ name }) => name === 'skylight header');
    const rafters = roof.filter(({ name }) => /rafter$/.test(name));
    const covers = (z: number, header: Member) =>
      rafters.some(
        ({ prism }) =>
          prism.from < z &&
          prism.to > z &&
          header.prism.outline.every((each) => isWithin(each, prism)),
      );
    const isBorne = (header: Member) =>
      [from - 2, from - 1, to + 1, to + 2].every((z) => covers(z, header)) &&
      header.prism.from === from &&
      header.prism.to === to;
    const isLarge = to - from === 27.5 && unit.width === 26 && unit.height >= 12;
    const isRough = isNear(high - low, unit.height + 1.5);
    return !inside && headers.length === 4 && headers.every(isBorne) && isLarge && isRough
      ? undefined
      : [inside, headers, skylight];
  },

  'ends of the sheets under a porch are within 3 inches of a joist, which are as far apart as rafters':
    (design, { porch, sheetPlans, spacing }) => {
      const [ceiling] = sheetPlans.porch.surfaces;
      if (!ceiling) return undefined;
      const joists = porch.filter(({ name }) => name === 'ceiling joist').map(({ prism }) => prism);
      const start = getBodyLength(design);
      const edges = [start, ...joists.map(({ from }) => from), start + ceiling.length];
      const gaps = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
      const isCarried =
        (gaps[0] ?? 9) < 3 && (gaps.at(-1) ?? 9) < 3 + 1.5 && Math.max(...gaps) <= spacing.rafters;
      return isCarried ? undefined : edges;
    },

  'the mirror image needs the same material': (design, frame, shop) => {
    const mirrored = frameShed(mirrorDesign(design), shop);
    const count = (each: ShedFrame) => JSON.stringify(sortKeys(list(getMembers(each))));
    const cover = ({ sheets, roofing, roofArea }: ShedFrame) =>
      JSON.stringify([sheets, roofing, roofArea]);
    return count(mirrored) === count(frame) && cover(mirrored) === cover(frame)
      ? undefined
      : [count(frame), count(mirrored), cover(frame), cover(mirrored)];
  },

  'the roof is twice slope times length, with that of a dormer in place of what it covers': (
    design,
    { roofArea, roof },
  ) => {
    const { eave, rake, slope, flare } = ROOF_SHAPES[design.style];
    const span = 12 * design.width;
    const [, [x, y] = [0, 0]] = slope;
    const pitch = y / x;
    const first = span * Math.hypot(x, y);
    const rest = slope.length > 2 ? span * Math.hypot(0.5 - x, 0.5 - y) : 0;
    const overhang =
      flare === undefined
        ? eave * Math.hypot(1, pitch)
        : (eave + 2) * Math.hypot(1, flare) - 2 * Math.hypot(1, pitch);
    const along = 12 * design.length + 2 * rake;
    const whole = 2 * (first + rest + overhang) * along;
    const plate = roof.find(({ name }) => name === 'dormer plate');
    // Its face is 14 inches from the wall; 2 in 12 from 6 inches before it to the ridge, and 6 beside it.
    const between = plate ? plate.length + 1.5 : 0;
    const covered = between * (span / 2 - 14) * Math.hypot(1, pitch);
    const cover = plate ? (between + 12) * (span / 2 - 8) * Math.hypot(1, 1 / 6) : 0;
    const expected = (whole - covered + cover) / 144;
    return isNear(roofArea, expected) ? undefined : [roofArea, expected];
  },
};

/** Whether a point is in a body's outline or on it. */
const isWithin = ([x, y]: Point, { outline }: Member['prism']): boolean =>
  findOverlap([
    toProbe(outline),
    toProbe([
      [x - 0.05, y - 0.05],
      [x + 0.05, y - 0.05],
      [x + 0.05, y + 0.05],
      [x - 0.05, y + 0.05],
    ]),
  ]) !== undefined;

const toProbe = (outline: readonly Point[]): Member => ({
  name: 'rafter',
  section: '2x4',
  length: 1,
  prism: { outline, from: 0, to: 1 },
});

const sortKeys = (counts: Record<string, number>) =>
  Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));

describe('any valid design, framed by the standard values or by any of a shop', () => {
  test(`has a frame of which: ${Object.keys(INVARIANTS).join(', ')}`, () => {
    const property = fc.property(validDesigns, framings, (design, shop) => {
      const frame = frameShed(design, shop);
      for (const [invariant, findContradiction] of Object.entries(INVARIANTS)) {
        const contradiction = findContradiction(design, frame, shop);
        if (contradiction) throw new Error(`${invariant}: ${JSON.stringify(contradiction)}`);
      }
    });
    fc.assert(property, MANY);
  }, 180_000);

  test('has cutting plans with every member once, none longer than its board', () => {
    const property = fc.property(validDesigns, framings, (design, shop) => {
      expect(findImpossibleCut(getMembers(frameShed(design, shop)), shop)).toBeUndefined();
    });
    fc.assert(property, { numRuns: Number(process.env.CUTTING_PLANS ?? countRuns(40)) });
  });
});
