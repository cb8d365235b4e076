import { getDesignGeometry, getEntrance, getOpeningRect } from './design-geometry.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

/** From the middle of a porch's entry to the railings beside it, beside its door, and the corners beyond them; inches. */
const PORCH_ENTRY = 26.4;
const BESIDE_DOOR = 6;
const PORCH_CORNER = 7.2;
const PORCH_APPROACH_WIDTH = 43.2;
/** A ramp's length for its height; short ramps are this long, in inches. */
const RAMP_SLOPE = 4.5;
const MIN_RAMP = 38.4;

/** The place of a ramp or a step: from its wall's left corner seen from outside, and out from the wall; inches. */
type Approach = { wall: Wall; left: number; width: number; start: number };

function getWidestDoor({ openings }: ShedDesign, wall: Wall): DesignOpening | undefined {
  return openings
    .filter((opening) => opening.wall === wall && OPENINGS[opening.type].kind === 'door')
    .sort((a, b) => OPENINGS[b.type].width - OPENINGS[a.type].width)[0];
}

/** The door to which the ramp or the step leads: the widest of the entrance. */
export const getMainDoor = (design: ShedDesign): DesignOpening | undefined =>
  getWidestDoor(design, getEntrance(design));

/** The gap in a porch's railing, before its door: its middle from the left corner of the front, and half of its width; inches. */
export function getPorchEntry(design: ShedDesign): { middle: number; half: number } {
  const middle = 6 * design.width;
  const door = getWidestDoor(design, 'front');
  if (door === undefined) return { middle, half: PORCH_ENTRY };
  const { left, width } = getOpeningRect(design, door);
  const half = Math.max(PORCH_ENTRY, width / 2 + BESIDE_DOOR);
  const room = Math.max(0, middle - half - PORCH_CORNER);
  const offset = Math.min(Math.max(left + width / 2 - middle, -room), room);
  return { middle: middle + offset, half };
}

/** The place of the ramp or the step; undefined if the design has no door. */
export function getApproach(design: ShedDesign): Approach | undefined {
  const door = getMainDoor(design);
  if (door === undefined) return undefined;
  const { wall } = door;
  const { left, width } = getOpeningRect(design, door);
  if (wall === 'front' && design.porchDepth > 0) {
    const wide = Math.max(PORCH_APPROACH_WIDTH, width);
    const start = 12 * design.porchDepth;
    return { wall, left: getPorchEntry(design).middle - wide / 2, width: wide, start };
  }
  return { wall, left, width, start: 0 };
}

/** How far a ramp reaches outwards, in inches. */
export const getRampRun = (design: ShedDesign): number =>
  Math.max(MIN_RAMP, RAMP_SLOPE * getDesignGeometry(design).floorLevel);
