import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getStockLength, getUsedLength, planCuts } from './cutting-plan.ts';
import { FRAMING_DEFAULTS, type Section } from './defaults.ts';
import { frameGableShed, type GableShed, type ShedFrame } from './frame-shed.ts';
import { getFace, type Member } from './member.ts';

const example: GableShed = {
  width: 120,
  length: 144,
  wallHeight: 84,
  pitch: 5 / 12,
  overhang: 6,
  openings: {
    front: [{ type: 'door', width: 60, height: 72, middle: 60 }],
    left: [{ type: 'window', width: 24, height: 36, middle: 72 }],
  },
};

const getMembers = ({ floor, walls, roof }: ShedFrame): Member[] => [
  ...floor,
  ...Object.values(walls).flat(),
  ...roof,
];

function list(members: readonly Member[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, section, length } of members) {
    const key = `${section} ${name} ${Number(length.toFixed(4))}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('a 10x12 gable shed with a double door and a window', () => {
  const frame = frameGableShed(example, FRAMING_DEFAULTS);

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
    expect(frame.sheets).toEqual({ subfloor: 4, deck: 5, deckWithWaste: 6, siding: 13 });
    expect(frame.roofArea).toBeCloseTo(154.92, 2);
    expect(frame.roofing).toMatchObject({ bundles: 6, starter: 26 * 12, cap: 13 * 12 });
    expect(frame.roofing.dripEdge.length / 12).toBeCloseTo(49.83, 2);
    expect(frame.roofing.dripEdge.pieces).toBe(6);
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

const sheds = fc
  .record({
    width: fc.integer({ min: 6, max: 16 }),
    length: fc.integer({ min: 6, max: 24 }),
    wallHeight: fc.integer({ min: 82, max: 96 }),
    pitch: fc.integer({ min: 4, max: 12 }),
    overhang: fc.integer({ min: 0, max: 10 }),
    door: fc.integer({ min: 0, max: 100 }),
    window: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ width, length, pitch, door, window, ...rest }): GableShed => {
    const within = (size: number, share: number, rough: number) =>
      6 + rough / 2 + ((size - 12 - rough) * share) / 100;
    return {
      ...rest,
      width: 12 * width,
      length: 12 * length,
      pitch: pitch / 12,
      openings: {
        front: [{ type: 'door', width: 36, height: 72, middle: within(12 * width, door, 43) }],
        left: [{ type: 'window', width: 24, height: 36, middle: within(12 * length, window, 31) }],
      },
    };
  });

describe('gable sheds of any size', () => {
  test('have walls whose members do not overlap and stay within the wall', () => {
    fc.assert(
      fc.property(sheds, (shed) => {
        const { walls } = frameGableShed(shed, FRAMING_DEFAULTS);
        for (const members of Object.values(walls)) {
          const faces = members
            .filter(({ name }, index) => name !== 'header' || members[index - 1]?.name !== 'header')
            .map((member) => ({ ...member, ...getFace(member) }));
          for (const [index, a] of faces.entries()) {
            expect(a.length).toBeGreaterThan(0);
            for (const b of faces.slice(index + 1)) {
              const isApart =
                a.x + a.width <= b.x + 1e-6 ||
                b.x + b.width <= a.x + 1e-6 ||
                a.y + a.height <= b.y + 1e-6 ||
                b.y + b.height <= a.y + 1e-6;
              expect(isApart, `${a.name} at ${a.x}, ${b.name} at ${b.x}`).toBe(true);
            }
          }
        }
      }),
    );
  });

  test('have cutting plans with every member once, none longer than its board', () => {
    fc.assert(
      fc.property(sheds, (shed) => {
        const members = frameGableShed(shed, FRAMING_DEFAULTS).roof.filter(
          ({ section, length }) => section === '2x4' && length < 180,
        );
        const plan = planCuts(members, FRAMING_DEFAULTS);
        const cuts = plan.flatMap((board) => board.cuts).sort((a, b) => a - b);
        expect(cuts).toEqual(members.map(({ length }) => length).sort((a, b) => a - b));
        for (const { stockLength, cuts: pieces } of plan) {
          const straight = pieces.map((length) => ({ length, allowance: 0 }));
          expect(getUsedLength(straight, FRAMING_DEFAULTS.kerf)).toBeLessThanOrEqual(
            12 * stockLength + 1e-6,
          );
        }
      }),
      { numRuns: 25 },
    );
  });

  test('have a roof of twice slope times length', () => {
    fc.assert(
      fc.property(sheds, (shed) => {
        const { roofArea } = frameGableShed(shed, FRAMING_DEFAULTS);
        const rise = (shed.width / 2 + shed.overhang) * shed.pitch;
        const slope = Math.hypot(shed.width / 2 + shed.overhang, rise);
        expect(roofArea).toBeCloseTo((2 * slope * (shed.length + 2 * shed.overhang)) / 144, 6);
      }),
    );
  });
});
