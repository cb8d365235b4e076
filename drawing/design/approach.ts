import { getDesignGeometry, getEntrance, getOpeningRect } from './geometry.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

/** From the middle of a porch's entry to the railings beside it, and the corners beyond them; inches. */
export const PORCH_ENTRY = 26.4;
const PORCH_CORNER = 7.2;
const PORCH_APPROACH_WIDTH = 43.2;
/** A ramp's length for its height; short ramps are this long, in inches. */
const RAMP_SLOPE = 4.5;
const MIN_RAMP = 38.4;

/** Where a ramp or a step leads to the shed: from its wall's left corner seen from outside, and out from the wall; inches. */
export type Approach = { wall: Wall; left: number; width: number; start: number };

/** The door to which the ramp or the step leads: the widest of the entrance. */
export function getMainDoor(design: ShedDesign): DesignOpening | undefined {
  const wall = getEntrance(design);
  return design.openings
    .filter((opening) => opening.wall === wall && OPENINGS[opening.type].kind === 'door')
    .sort((a, b) => OPENINGS[b.type].width - OPENINGS[a.type].width)[0];
}

/** The middle of the gap in a porch's railing, before its door; inches from the left corner of the front. */
export function getPorchEntry(design: ShedDesign): number {
  const middle = 6 * design.width;
  const door = design.openings.find(
    ({ type, wall }) => wall === 'front' && OPENINGS[type].kind === 'door',
  );
  if (door === undefined) return middle;
  const rect = getOpeningRect(design, door);
  const room = Math.max(0, middle - PORCH_ENTRY - PORCH_CORNER);
  return middle + Math.min(Math.max(rect.left + rect.width / 2 - middle, -room), room);
}

/** Undefined if the design has no door. */
export function getApproach(design: ShedDesign): Approach | undefined {
  const door = getMainDoor(design);
  if (door === undefined) return undefined;
  const { wall } = door;
  if (wall === 'front' && design.porchDepth > 0) {
    const left = getPorchEntry(design) - PORCH_APPROACH_WIDTH / 2;
    return { wall, left, width: PORCH_APPROACH_WIDTH, start: 12 * design.porchDepth };
  }
  const { left, width } = getOpeningRect(design, door);
  return { wall, left, width, start: 0 };
}

/** How far a ramp reaches outwards, in inches. */
export const getRampRun = (design: ShedDesign): number =>
  Math.max(MIN_RAMP, RAMP_SLOPE * getDesignGeometry(design).floorLevel);
