import { FRAMING_DEFAULTS, SECTIONS, type Section } from '../framing/defaults.ts';
import { type FramedOpening, getRoughOpening, type RoughOpening } from '../framing/wall-frame.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

/** Walls up to this height have 2x4 studs, in inches. */
const MAX_HEIGHT_OF_2X4_STUDS = 96;
/** Wider porches have two posts beside the entrance as well as those at the corners; inches. */
const MAX_WIDTH_WITH_CORNER_POSTS = 144;
/** From the middle of a porch to the posts beside its entrance, in inches. */
const ENTRANCE_POST_OFFSET = 45;

/** A shed without side walls: its roof reaches down to the floor. */
export const hasSideWalls = ({ style }: Pick<ShedDesign, 'style'>): boolean => style !== 'A-Frame';

/** The length of the enclosed part, without the porch; inches. */
export const getBodyLength = ({
  length,
  porchDepth,
}: Pick<ShedDesign, 'length' | 'porchDepth'>): number => 12 * (length - porchDepth);

/** The length of a wall from outside to outside, in inches. */
export const getWallLength = (
  design: Pick<ShedDesign, 'width' | 'length' | 'porchDepth'>,
  wall: Wall,
): number => (wall === 'front' || wall === 'back' ? 12 * design.width : getBodyLength(design));

/** 2x6 for insulated and for tall walls. */
export const getStudSection = ({
  style,
  wallHeight,
  extras,
}: Pick<ShedDesign, 'style' | 'wallHeight' | 'extras'>): Section =>
  extras.includes('insulation') ||
  (style !== 'A-Frame' && wallHeight > MAX_HEIGHT_OF_2X4_STUDS)
    ? '2x6'
    : '2x4';

/** The middles of the porch's posts, from the left corner of the front; inches. */
export function getPorchPosts({ width }: Pick<ShedDesign, 'width'>): number[] {
  const span = 12 * width;
  const inset = SECTIONS['4x4'].thickness / 2;
  const corners = [inset, span - inset];
  if (span <= MAX_WIDTH_WITH_CORNER_POSTS) return corners;
  return [inset, span / 2 - ENTRANCE_POST_OFFSET, span / 2 + ENTRANCE_POST_OFFSET, span - inset];
}

/** An opening as it is framed. */
export function toFramedOpening({ type, position }: DesignOpening): FramedOpening {
  const { kind, width, height } = OPENINGS[type];
  return { type: kind, width, height, middle: position + width / 2 };
}

/** The rough opening in its wall: x from the wall's left corner, y from the floor; inches. */
export function getRoughOpeningInWall(
  design: Pick<ShedDesign, 'style' | 'wallHeight'>,
  opening: DesignOpening,
): RoughOpening {
  const height = hasSideWalls(design) ? design.wallHeight : undefined;
  return getRoughOpening(toFramedOpening(opening), FRAMING_DEFAULTS, height);
}

/** The door or window itself in its wall, seen from outside; inches from the lower left corner. */
export function getUnitRect(
  design: Pick<ShedDesign, 'style' | 'wallHeight'>,
  opening: DesignOpening,
): { left: number; bottom: number; width: number; height: number } {
  const { kind, width, height } = OPENINGS[opening.type];
  const rough = getRoughOpeningInWall(design, opening);
  const spare = rough.top - rough.bottom - height;
  return {
    left: opening.position,
    bottom: kind === 'door' ? 0 : rough.bottom + spare / 2,
    width,
    height,
  };
}
