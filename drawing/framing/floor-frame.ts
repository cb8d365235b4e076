import type { ShedDesign } from '../design/shed-design.ts';
import { type FramingDefaults, SECTIONS, type Section } from './defaults.ts';
import { createLayout } from './layout.ts';
import type { Member } from './member.ts';
import { createBlock, type Extent } from './prism.ts';
import { splitAtSupport } from './splices.ts';

export type Foundation = ShedDesign['foundation'];

/** From the ground to the top of the floor on a slab and on posts, in inches. */
const SLAB_LEVEL = 6;
const POSTS_LEVEL = 16;
/** Posts reach below the frost, in inches. */
const POST_DEPTH = 48;
const MAX_POST_SPACING = 72;
const SLAB_THICKNESS = 4;
/** Gravel under skids or a slab: its thickness, and how far it reaches beyond the shed; inches. */
const GRAVEL = { thickness: 6, thicknessUnderSlab: 4, margin: 12 };
const CUBIC_INCHES_PER_CUBIC_YARD = 36 ** 3;
/** Of the concrete around a post, in inches. */
const FOOTING_DIAMETER = 10;

const JOIST = SECTIONS['2x6'];

/** What a shed is put on; volumes in cubic yards. */
export type FoundationQuantities = { gravel: number; concrete: number; footings: number };

type Floor = { width: number; length: number; foundation: Foundation };

/**
 * Frames the floor: skids along the length, joists across the width between two rims, and posts.
 * A slab replaces all of it.
 * @param floor inches
 */
export function frameFloor(floor: Floor, defaults: FramingDefaults): Member[] {
  const { width, length, foundation } = floor;
  if (foundation === 'slab') return [];
  const { joistSpacing: spacing } = defaults;
  const section = getSkidSection(width, defaults);
  const top = getFloorLevel(floor, defaults) - defaults.subfloorThickness;
  const joistBottom = top - JOIST.depth;
  const skidBottom = joistBottom - SECTIONS[section].depth;
  const skids = getSkidPositions(width, defaults);
  const along = splitAtSupport([0, length], { maxLength: getMaxLength(defaults), spacing });
  const hasPosts = foundation === 'posts';
  const skidRuns = along.length > 1 && hasPosts ? splitOverPost(length) : along;
  return [
    ...(hasPosts ? skids.flatMap((x) => createPosts(x, length, skidBottom)) : []),
    ...skids.flatMap((x) =>
      skidRuns.map((z): Member => createAlong('skid', section, x, [skidBottom, joistBottom], z)),
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

/** The skids and posts of a floor as far as they are above the ground: extents from its back left corner, in inches. */
export const getFloorSupports = (
  floor: Floor,
  defaults: FramingDefaults,
): { x: Extent; y: Extent; z: Extent }[] =>
  frameFloor(floor, defaults)
    .filter(({ name }) => name === 'skid' || name === 'foundation post')
    .map(({ prism: { outline, from, to } }) => {
      const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => Math.max(0, y))];
      return {
        x: [Math.min(...xs), Math.max(...xs)],
        y: [Math.min(...ys), Math.max(...ys)],
        z: [from, to],
      };
    });

/** From the ground to the top of the floor, in inches. */
export function getFloorLevel(
  { width, foundation }: Pick<Floor, 'width' | 'foundation'>,
  defaults: FramingDefaults,
): number {
  if (foundation === 'slab') return SLAB_LEVEL;
  if (foundation === 'posts') return POSTS_LEVEL;
  const skid = SECTIONS[getSkidSection(width, defaults)];
  return skid.depth + JOIST.depth + defaults.subfloorThickness;
}

/** Gravel and concrete under a floor of these inches. */
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

/** The longest board in inches. */
export const getMaxLength = ({ stockLengths }: Pick<FramingDefaults, 'stockLengths'>): number =>
  12 * Math.max(...stockLengths);

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

function getSkidPositions(width: number, defaults: FramingDefaults): number[] {
  const { thickness } = SECTIONS[getSkidSection(width, defaults)];
  const gaps = Math.ceil((width - thickness) / defaults.maxSkidSpacing);
  return Array.from({ length: gaps + 1 }, (_, i) => (i * (width - thickness)) / gaps);
}

function getPostPositions(length: number): number[] {
  const { thickness } = SECTIONS['4x4'];
  const gaps = Math.ceil((length - thickness) / MAX_POST_SPACING);
  return Array.from({ length: gaps + 1 }, (_, i) => (i * (length - thickness)) / gaps);
}

/** Two pieces that meet on the post nearest to the middle. */
function splitOverPost(length: number): Extent[] {
  const getDistance = (z: number) => Math.round(Math.abs(z - length / 2));
  const [joint = length / 2] = getPostPositions(length)
    .map((z) => z + SECTIONS['4x4'].thickness / 2)
    .sort((a, b) => getDistance(a) - getDistance(b));
  return [
    [0, joint],
    [joint, length],
  ];
}

const createPosts = (x: number, length: number, top: number): Member[] =>
  getPostPositions(length).map((z) => ({
    name: 'foundation post',
    section: '4x4',
    length: top + POST_DEPTH,
    prism: createBlock(
      [x, x + SECTIONS['4x4'].thickness],
      [-POST_DEPTH, top],
      [z, z + SECTIONS['4x4'].thickness],
    ),
  }));

const getSkidSection = (width: number, { maxWidthOn4x4Skids }: FramingDefaults): Section =>
  width > maxWidthOn4x4Skids ? '4x6' : '4x4';
