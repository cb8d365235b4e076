import type { Extent } from '#drawing/geometry/prism.ts';
import { type FramingDefaults, SECTIONS, type Section } from './lumber.ts';
import { getMaxLength, splitAtSupport } from './lumber-layout.ts';
import type { ShedDesign } from './shed-design.ts';

/** The floor of a shed; its size in inches. */
export type Floor = { width: number; length: number; foundation: ShedDesign['foundation'] };

/** A skid or a post: its extents in inches, x from the left wall, y from the ground, z from the back wall. */
type FloorSupport = {
  name: 'skid' | 'foundation post';
  section: Section;
  x: Extent;
  y: Extent;
  z: Extent;
};

/** From the ground to the top of the floor on a slab and on posts, in inches. */
const SLAB_LEVEL = 6;
const POSTS_LEVEL = 16;
/** Posts reach below the frost, in inches. */
export const POST_DEPTH = 48;
const MAX_POST_SPACING = 72;

const JOIST = SECTIONS['2x6'];

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

/** The posts and skids under a floor; a slab has none. */
export function listFloorSupports(floor: Floor, defaults: FramingDefaults): FloorSupport[] {
  const { width, length, foundation } = floor;
  if (foundation === 'slab') return [];
  const section = getSkidSection(width, defaults);
  const { thickness, depth } = SECTIONS[section];
  const top = getFloorLevel(floor, defaults) - defaults.subfloorThickness - JOIST.depth;
  const bottom = top - depth;
  const skids = getSkidPositions(width, defaults);
  const { joistSpacing: spacing } = defaults;
  const along = splitAtSupport([0, length], { maxLength: getMaxLength(defaults), spacing });
  const hasPosts = foundation === 'posts';
  const runs = along.length > 1 && hasPosts ? splitOverPost(length) : along;
  return [
    ...(hasPosts ? skids.flatMap((x) => createPosts(x, length, bottom)) : []),
    ...skids.flatMap((x) =>
      runs.map(
        (z): FloorSupport => ({
          name: 'skid',
          section,
          x: [x, x + thickness],
          y: [bottom, top],
          z,
        }),
      ),
    ),
  ];
}

/** The skids and posts of a floor as far as they are above the ground: extents from its back left corner, in inches. */
export const getFloorSupports = (
  floor: Floor,
  defaults: FramingDefaults,
): Pick<FloorSupport, 'x' | 'y' | 'z'>[] =>
  listFloorSupports(floor, defaults).map(({ x, y: [low, high], z }) => ({
    x,
    y: [Math.max(0, low), Math.max(0, high)],
    z,
  }));

/** The left edges of the skids, in inches. */
export function getSkidPositions(width: number, defaults: FramingDefaults): number[] {
  const { thickness } = SECTIONS[getSkidSection(width, defaults)];
  const gaps = Math.ceil((width - thickness) / defaults.maxSkidSpacing);
  return Array.from({ length: gaps + 1 }, (_, i) => (i * (width - thickness)) / gaps);
}

/** The back faces of the posts under a skid; inches from the back wall. */
export function getPostPositions(length: number): number[] {
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

const createPosts = (x: number, length: number, top: number): FloorSupport[] =>
  getPostPositions(length).map((z) => ({
    name: 'foundation post',
    section: '4x4',
    x: [x, x + SECTIONS['4x4'].thickness],
    y: [-POST_DEPTH, top],
    z: [z, z + SECTIONS['4x4'].thickness],
  }));

const getSkidSection = (width: number, { maxWidthOn4x4Skids }: FramingDefaults): Section =>
  width > maxWidthOn4x4Skids ? '4x6' : '4x4';
