import { type Point, toFeet } from '#drawing/geometry/vector.ts';
import { getFloorLevel } from './floor.ts';
import { FRAMING_DEFAULTS, SECTIONS, type Section } from './lumber.ts';
import { getRoofRaise } from './roof-levels.ts';
import { getEavePitch, getSlopeLine, ROOF_SHAPES } from './roof-shapes.ts';
import { type FramedOpening, getRoughOpening, type RoughOpening } from './rough-opening.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, WALLS, type Wall } from './shed-design.ts';

/** Walls up to this height have 2x4 studs, in inches. */
const MAX_HEIGHT_OF_2X4_STUDS = 96;
/** Wider porches have two posts beside the entrance as well as those at the corners; inches. */
const MAX_WIDTH_WITH_CORNER_POSTS = 144;
/** From the middle of a porch to the posts beside its entrance, in inches. */
const ENTRANCE_POST_OFFSET = 45;

/** The lengths that follow from a design, in inches. */
export type DesignGeometry = {
  /** From eave to eave. */
  span: number;
  /** From the back gable to the front gable, the porch included. */
  length: number;
  porchDepth: number;
  /** From the ground to the floor, to the top of the plates, and to the underside of the ridge. */
  floorLevel: number;
  plateLevel: number;
  ridgeLevel: number;
  /** The underside of the roof from plate to plate: across the span, and above the ground. */
  profile: readonly Point[];
  eave: number;
  rake: number;
  thickness: number;
};

/** Applies the roof shape of the style to a design; the ridge is as high as that of the frame. @returns inches */
export function getDesignGeometry(design: ShedDesign): DesignGeometry {
  const shape = ROOF_SHAPES[design.style];
  const { eave, rake, thickness } = shape;
  const span = 12 * design.width;
  const floorLevel = getFloorLevel(
    { width: span, foundation: design.foundation },
    FRAMING_DEFAULTS,
  );
  const plateLevel = floorLevel + (hasSideWalls(design) ? design.wallHeight : 0);
  const raise = getRoofRaise(shape, span);
  const line = getSlopeLine(shape, span);
  const pitch = getEavePitch({ slope: line });
  const foot = hasSideWalls(design) ? 0 : -raise / pitch;
  const rising = line.map(
    ([x, y], index): Point =>
      index === 0 ? [foot, plateLevel + y + raise + foot * pitch] : [x, plateLevel + y + raise],
  );
  const falling = rising.slice(0, -1).reverse();
  return {
    span,
    length: 12 * design.length,
    porchDepth: 12 * design.porchDepth,
    floorLevel,
    plateLevel,
    ridgeLevel: Math.max(...rising.map(([, y]) => y)),
    profile: [...rising, ...falling.map(([x, y]): Point => [span - x, y])],
    eave: (eave + foot) * Math.hypot(1, pitch),
    rake,
    thickness,
  };
}

/** The length of the enclosed part, without the porch; inches. */
export const getBodyLength = ({
  length,
  porchDepth,
}: Pick<ShedDesign, 'length' | 'porchDepth'>): number => 12 * (length - porchDepth);

/** The length of a wall from corner to corner, in inches; the front and the back are under the gables. */
export function getWallLength(design: ShedDesign, wall: Wall): number {
  return wall === 'front' || wall === 'back' ? 12 * design.width : getBodyLength(design);
}

/** The roof of an A-frame reaches down to the floor. */
export const hasSideWalls = ({ style }: Pick<ShedDesign, 'style'>): boolean => style !== 'A-Frame';

/** 2x6 for insulated and for tall walls. */
export const getStudSection = (design: ShedDesign): Section =>
  design.extras.includes('insulation') ||
  (hasSideWalls(design) && design.wallHeight > MAX_HEIGHT_OF_2X4_STUDS)
    ? '2x6'
    : '2x4';

/** The middles of the porch's posts, from the left corner of the front; inches. */
export function getPorchPosts({ width }: Pick<ShedDesign, 'width'>): number[] {
  const span = 12 * width;
  const inset = SECTIONS['4x4'].thickness / 2;
  const inner =
    span > MAX_WIDTH_WITH_CORNER_POSTS
      ? [span / 2 - ENTRANCE_POST_OFFSET, span / 2 + ENTRANCE_POST_OFFSET]
      : [];
  return [inset, ...inner, span - inset];
}

/** Describes a door or window for framing. */
export function toFramedOpening({ type, position }: DesignOpening): FramedOpening {
  const { kind, width, height } = OPENINGS[type];
  return { type: kind, width, height, middle: position + width / 2 };
}

/** The rough opening of a door or window; x from its wall's left corner, y from the floor; inches. */
export const getDesignRoughOpening = (design: ShedDesign, opening: DesignOpening): RoughOpening =>
  getRoughOpening(
    toFramedOpening(opening),
    FRAMING_DEFAULTS,
    hasSideWalls(design) ? design.wallHeight : undefined,
  );

/** A unit in a wall: from the wall's left corner seen from outside, and from the floor; inches. */
export type OpeningRect = { left: number; bottom: number; width: number; height: number };

/** The position of a door or window in its wall: doors stand on the floor, heads of windows are level. */
export function getOpeningRect(design: ShedDesign, opening: DesignOpening): OpeningRect {
  const { kind, width, height } = OPENINGS[opening.type];
  const { bottom, top } = getDesignRoughOpening(design, opening);
  const left = opening.position;
  return { left, bottom: kind === 'door' ? 0 : (bottom + top - height) / 2, width, height };
}

/** The same in feet. */
export function getOpeningRectInFeet(design: ShedDesign, opening: DesignOpening): OpeningRect {
  const { left, bottom, width, height } = getOpeningRect(design, opening);
  return {
    left: toFeet(left),
    bottom: toFeet(bottom),
    width: toFeet(width),
    height: toFeet(height),
  };
}

/** The doors of a wall, in the order of the design. */
export const listDoors = ({ openings }: ShedDesign, wall: Wall): DesignOpening[] =>
  openings.filter(({ type, wall: own }) => own === wall && OPENINGS[type].kind === 'door');

/** The angles from which a viewer faces each wall, in degrees from the front; positive to the right. */
export const WALL_ANGLES: Record<Wall, number> = { front: 0, right: 90, back: 180, left: -90 };

/** The wall with the widest door, which images show; the front if there is no door. */
export function getEntrance({ openings }: ShedDesign): Wall {
  const doors = openings.filter(({ type }) => OPENINGS[type].kind === 'door');
  const [widest] = doors.sort((a, b) => OPENINGS[b.type].width - OPENINGS[a.type].width);
  return widest?.wall ?? 'front';
}

/** The slope with the dormer and the skylight: the one over the doors if they are under the eaves. */
export function getMainSlope(design: ShedDesign): 'left' | 'right' {
  return getEntrance(design) === 'left' ? 'left' : 'right';
}

/** Sorts openings by wall, then from left to right. */
export const sortOpenings = (openings: readonly DesignOpening[]): DesignOpening[] =>
  [...openings].sort(
    (a, b) => WALLS.indexOf(a.wall) - WALLS.indexOf(b.wall) || a.position - b.position,
  );
