import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constrainDesign } from '../design/constrain-design.ts';
import { getDesignRoughOpening, getWallLength } from '../design/geometry.ts';
import { createPresetDesign } from '../design/preset-design.ts';
import { validDesigns } from '../design/random-designs.ts';
import { OPENINGS, type ShedDesign } from '../design/shed-design.ts';
import { getStockLength, getUsedLength, planCuts } from './cutting-plan.ts';
import { FRAMING_DEFAULTS, type Section } from './defaults.ts';
import { frameShed, getMembers } from './frame-shed.ts';
import type { Member } from './member.ts';
import { findOverlap } from './overlap.ts';

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
  const getNamed = (name: string) => frame.roof.filter((member) => member.name === name);

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
    expect(frame.sheets).toEqual({ subfloor: 4, loft: 0, deck: 5, deckWithWaste: 6, siding: 13 });
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

describe('any valid design', () => {
  test('has a frame whose members do not overlap', () => {
    fc.assert(
      fc.property(validDesigns, (design) => {
        expect(findOverlap(getMembers(frameShed(design)))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
