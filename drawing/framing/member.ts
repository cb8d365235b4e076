import type { Section } from './defaults.ts';

export type WallName = 'front' | 'back' | 'left' | 'right';

export type MemberName =
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
  | 'bottom plate'
  | 'top plate'
  | 'upper top plate'
  | 'gable stud'
  | 'rafter'
  | 'fly rafter'
  | 'ridge'
  | 'rafter tie';

/** A piece of lumber as it is cut. Lengths in inches, exact. */
export type Member = {
  name: MemberName;
  section: Section;
  /** From the longest point of one end to the longest point of the other. */
  length: number;
  /** What a sloped cut takes beyond the length of the first piece of a board. */
  cutAllowance?: number;
};

/** A member of a wall, seen from outside; x from the building's left corner, y from the floor. */
export type WallMember = Member & { x: number; y: number; isUpright: boolean };

/** The width and height that a member covers in the plane of its wall, in inches. */
export function getFace({ isUpright, length, name, section }: WallMember): {
  width: number;
  height: number;
} {
  const across = name === 'header' && section === '2x6' ? 5.5 : 1.5;
  return isUpright ? { width: across, height: length } : { width: length, height: across };
}
