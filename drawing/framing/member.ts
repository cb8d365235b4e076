import { SECTIONS, type Section } from '#drawing/design/lumber.ts';
import type { Prism } from '#drawing/geometry/prism.ts';

export type WallName = 'front' | 'back' | 'left' | 'right';

export type MemberName =
  | 'foundation post'
  | 'skid'
  | 'rim'
  | 'joist'
  | 'stud'
  | 'king stud'
  | 'jack stud'
  | 'header'
  | 'sill'
  | 'upper cripple'
  | 'lower cripple'
  | 'blocking'
  | 'bottom plate'
  | 'top plate'
  | 'upper top plate'
  | 'gable stud'
  | 'rafter'
  | 'lower rafter'
  | 'upper rafter'
  | 'flare rafter'
  | 'fly rafter'
  | 'lower fly rafter'
  | 'upper fly rafter'
  | 'lower jack rafter'
  | 'upper jack rafter'
  | 'skylight header'
  | 'ridge'
  | 'rafter tie'
  | 'loft joist'
  | 'dormer header'
  | 'dormer plate'
  | 'dormer stud'
  | 'dormer sill'
  | 'dormer cripple'
  | 'dormer rafter'
  | 'dormer jack rafter'
  | 'cheek stud'
  | 'ceiling joist'
  | 'porch post'
  | 'porch beam'
  | 'deck board';

/** A piece of lumber as it is cut. Lengths in inches, exact. */
export type Member = {
  name: MemberName;
  section: Section;
  /** From the longest point of one end to the longest point of the other; studs that are cut to a roof are measured at their middle. */
  length: number;
  /** The extra length that a sloped cut takes from the first piece of a board. */
  cutAllowance?: number;
  /** Its body in the building, without notches other than seat cuts. */
  prism: Prism;
};

/** A member of a wall, seen from outside; x from the building's left corner, y from the floor. */
export type WallMember = Member & { x: number; y: number; isUpright: boolean };

/** The width and height that a member covers in the plane of its wall, in inches. */
export function getFace({ isUpright, length, name, section }: WallMember): {
  width: number;
  height: number;
} {
  const { thickness, depth } = SECTIONS[section];
  const across = name === 'header' ? depth : thickness;
  return isUpright ? { width: across, height: length } : { width: length, height: across };
}

/** Tells the shop how to cut members whose `length` is measured at their middle. */
export const MEASURED_AT_MIDDLE = 'measured at their middle; cut their tops to the roof.';
export const BEVEL_NOTE = `Studs under the roof are ${MEASURED_AT_MIDDLE}`;
