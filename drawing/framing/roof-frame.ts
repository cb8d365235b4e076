import { type FramingDefaults, SECTIONS } from './defaults.ts';
import { countOnLayout } from './layout.ts';
import type { Member } from './member.ts';

/** A roof of two equal slopes between the walls. Lengths in inches. */
export type GableRoof = {
  /** From eave to eave, from outside to outside of the walls. */
  span: number;
  /** From gable to gable. */
  length: number;
  /** Rise over run, such as 5 / 12. */
  pitch: number;
  /** Beyond the walls, measured horizontally, at the eaves and at the gables. */
  overhang: number;
};

/** @returns rafters, fly rafters, ridge, ties, and the gable studs of both ends; inches */
export function frameGableRoof(roof: GableRoof, defaults: FramingDefaults): Member[] {
  const { length, overhang, pitch } = roof;
  const { rafter: section, ridge } = defaults;
  const cut = {
    section,
    length: getRafterLength(roof, defaults),
    cutAllowance: SECTIONS[section].depth * pitch,
  };
  const pairs = countOnLayout(length, defaults.spacing);
  const ties = Math.ceil(length / defaults.maxTieSpacing) - 1;
  return [
    ...repeat(2 * pairs, { name: 'rafter', ...cut }),
    ...repeat(overhang > 0 ? 4 : 0, { name: 'fly rafter', ...cut }),
    { name: 'ridge', section: ridge, length: length + 2 * overhang },
    ...repeat(ties, { name: 'rafter tie', section: '2x4', length: roof.span }),
    ...[0, 1].flatMap(() =>
      getGableStuds(roof, defaults).map(
        (studLength): Member => ({ name: 'gable stud', section: '2x4', length: studLength }),
      ),
    ),
  ];
}

/** The length of a rafter along its top edge, with its overhang, in inches. */
export function getRafterLength(
  { span, pitch, overhang }: GableRoof,
  { ridge }: FramingDefaults,
): number {
  const run = (span - SECTIONS[ridge].thickness) / 2;
  return (run + overhang) * Math.hypot(1, pitch);
}

/** The lengths of the studs between the plate and the rafters of one gable, from left to right; inches. */
export function getGableStuds({ span, pitch }: GableRoof, defaults: FramingDefaults): number[] {
  const lengths: number[] = [];
  for (let x = defaults.spacing; x < span; x += defaults.spacing) {
    lengths.push((Math.min(x, span - x) - defaults.seatCut) * pitch);
  }
  return lengths.filter((length) => length >= defaults.minGableStud);
}

/** From the top of the plates to the top of the roof deck at the ridge, in inches. */
export function getRoofHeight({ span, pitch }: GableRoof, defaults: FramingDefaults): number {
  const slope = Math.hypot(1, pitch);
  const run = (span - SECTIONS[defaults.ridge].thickness) / 2;
  const aboveSeat = SECTIONS[defaults.rafter].depth * slope - defaults.seatCut * pitch;
  return aboveSeat + run * pitch + defaults.deckThickness * slope;
}

/** The area of the roof in square feet. */
export function getRoofArea({ span, length, pitch, overhang }: GableRoof): number {
  const slope = (span / 2 + overhang) * Math.hypot(1, pitch);
  return (2 * slope * (length + 2 * overhang)) / 144;
}

function repeat(count: number, member: Member): Member[] {
  return Array.from({ length: count }, () => member);
}
