import { ROOF_SHAPES } from '../shed/roof-shapes.ts';
import type { Point } from '../vector.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

/** From the ground to the top of the floor, in inches: skid, joist and subfloor; slab; posts, joist and subfloor. */
const FLOOR_LEVELS: Record<ShedDesign['foundation'], number> = {
  skids: 9.625,
  gravel: 9.625,
  slab: 4,
  posts: 16,
};

/** Heads of windows are level with those of doors: the rough opening's head less the clearance. */
const WINDOW_HEAD = 72.75;
/** Double top plate and header of a side wall, and the clearance of a window. */
const ABOVE_WINDOW = 3 + 5.5 + 0.25;

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

/** Applies the roof shape of the style to a design. @returns inches */
export function getDesignGeometry(design: ShedDesign): DesignGeometry {
  const { slope, eave, rake, thickness } = ROOF_SHAPES[design.style];
  const span = 12 * design.width;
  const floorLevel = FLOOR_LEVELS[design.foundation];
  const plateLevel = floorLevel + (design.style === 'A-Frame' ? 0 : design.wallHeight);
  const rising = slope.map(([x, y]): Point => [x * span, plateLevel + y * span]);
  const falling = rising.slice(0, -1).reverse();
  return {
    span,
    length: 12 * design.length,
    porchDepth: 12 * design.porchDepth,
    floorLevel,
    plateLevel,
    ridgeLevel: Math.max(...rising.map(([, y]) => y)),
    profile: [...rising, ...falling.map(([x, y]): Point => [span - x, y])],
    eave,
    rake,
    thickness,
  };
}

/** The length of a wall from corner to corner, in inches; the front and the back are under the gables. */
export function getWallLength(design: ShedDesign, wall: Wall): number {
  return wall === 'front' || wall === 'back'
    ? 12 * design.width
    : 12 * (design.length - design.porchDepth);
}

/** A unit in a wall: from the wall's left corner seen from outside, and from the floor; inches. */
export type OpeningRect = { left: number; bottom: number; width: number; height: number };

/** Where a door or window is in its wall: doors stand on the floor, heads of windows are level. */
export function getOpeningRect(
  design: ShedDesign,
  { type, wall, position }: DesignOpening,
): OpeningRect {
  const { kind, width, height } = OPENINGS[type];
  const isUnderEaves = wall === 'left' || wall === 'right';
  const head = isUnderEaves ? Math.min(WINDOW_HEAD, design.wallHeight - ABOVE_WINDOW) : WINDOW_HEAD;
  return { left: position, bottom: kind === 'door' ? 0 : head - height, width, height };
}

/** The wall with the widest door: the side that pictures show. The front without a door. */
export function getEntrance({ openings }: ShedDesign): Wall {
  const doors = openings.filter(({ type }) => OPENINGS[type].kind === 'door');
  const [widest] = doors.sort((a, b) => OPENINGS[b.type].width - OPENINGS[a.type].width);
  return widest?.wall ?? 'front';
}

/** The slope that carries the dormer and the skylight: over the doors if they are under the eaves. */
export function getMainSlope(design: ShedDesign): 'left' | 'right' {
  return getEntrance(design) === 'left' ? 'left' : 'right';
}
