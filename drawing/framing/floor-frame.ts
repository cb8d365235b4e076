import {
  type Floor,
  getFloorLevel,
  getPostPositions,
  getSkidPositions,
  listFloorSupports,
  POST_DEPTH,
} from '#drawing/design/floor.ts';
import { type FramingDefaults, SECTIONS, type Section } from '#drawing/design/lumber.ts';
import { createLayout, getMaxLength, splitAtSupport } from '#drawing/design/lumber-layout.ts';
import { createBlock, type Extent } from '#drawing/geometry/prism.ts';
import type { Member } from './member.ts';

const SLAB_THICKNESS = 4;
/** Gravel under skids or a slab: its thickness, and how far it reaches beyond the shed; inches. */
const GRAVEL = { thickness: 6, thicknessUnderSlab: 4, margin: 12 };
const CUBIC_INCHES_PER_CUBIC_YARD = 36 ** 3;
/** The diameter of the concrete around a post, in inches. */
const FOOTING_DIAMETER = 10;

const JOIST = SECTIONS['2x6'];

/** The materials under a shed; volumes in cubic yards. */
export type FoundationQuantities = { gravel: number; concrete: number; footings: number };

/**
 * Frames the floor: skids along the length, joists across the width between two rims, and posts.
 * A slab replaces all of it.
 * @param floor inches
 */
export function frameFloor(floor: Floor, defaults: FramingDefaults): Member[] {
  const { width, length, foundation } = floor;
  if (foundation === 'slab') return [];
  const { joistSpacing: spacing } = defaults;
  const top = getFloorLevel(floor, defaults) - defaults.subfloorThickness;
  const joistBottom = top - JOIST.depth;
  const along = splitAtSupport([0, length], { maxLength: getMaxLength(defaults), spacing });
  return [
    ...listFloorSupports(floor, defaults).map(
      ({ name, section, x, y, z }): Member => ({
        name,
        section,
        length: name === 'skid' ? z[1] - z[0] : y[1] - y[0],
        prism: createBlock(x, y, z),
      }),
    ),
    ...[0, width - JOIST.thickness].flatMap((x) =>
      along.map((z): Member => createAlong('rim', '2x6', x, [joistBottom, top], z)),
    ),
    ...createLayout({ start: 0, end: length }, spacing).map(
      (z): Member => ({
        name: 'joist',
        section: '2x6',
        length: width - 2 * JOIST.thickness,
        prism: createBlock(
          [JOIST.thickness, width - JOIST.thickness],
          [joistBottom, top],
          [z, z + JOIST.thickness],
        ),
      }),
    ),
  ];
}

/** The gravel and concrete under a floor. */
export function countFoundation(
  { width, length, foundation }: Floor,
  defaults: FramingDefaults,
): FoundationQuantities {
  const pad = (width + 2 * GRAVEL.margin) * (length + 2 * GRAVEL.margin);
  const toYards = (volume: number) => volume / CUBIC_INCHES_PER_CUBIC_YARD;
  switch (foundation) {
    case 'skids':
      return { gravel: 0, concrete: 0, footings: 0 };
    case 'gravel':
      return { gravel: toYards(pad * GRAVEL.thickness), concrete: 0, footings: 0 };
    case 'slab':
      return {
        gravel: toYards(pad * GRAVEL.thicknessUnderSlab),
        concrete: toYards(width * length * SLAB_THICKNESS),
        footings: 0,
      };
    case 'posts': {
      const footings = getSkidPositions(width, defaults).length * getPostPositions(length).length;
      const footing = POST_DEPTH * (Math.PI / 4) * FOOTING_DIAMETER ** 2;
      const post = POST_DEPTH * SECTIONS['4x4'].depth ** 2;
      return { gravel: 0, concrete: toYards(footings * (footing - post)), footings };
    }
  }
}

/** A member along the building, at its left edge. */
export const createAlong = (
  name: Member['name'],
  section: Section,
  x: number,
  y: Extent,
  z: Extent,
): Member => ({
  name,
  section,
  length: z[1] - z[0],
  prism: createBlock([x, x + SECTIONS[section].thickness], y, z),
});
