import type { FramingDefaults } from './lumber.ts';

/** A door or a window in a wall, in inches. */
export type FramedOpening = {
  type: 'door' | 'window';
  width: number;
  height: number;
  /** The middle of the opening from the building's left corner, seen from outside. */
  middle: number;
};

/** The rough opening of a door or a window; x from the building's corner, y from the floor. */
export type RoughOpening = { left: number; right: number; bottom: number; top: number };

export const HEADER_DEPTH = 5.5;
export const TOP_PLATES = 2 * 1.5;
/** The heads of doors and windows are level. */
const HEAD_HEIGHT = 73;
/** The header and the plates over an opening, in inches. */
export const ABOVE_ROUGH_OPENING = HEADER_DEPTH + TOP_PLATES;

/**
 * The opening in the frame, which is larger than the door or window by the clearance.
 * @param wallHeight lowers the heads of windows so that a header fits below the plates; inches
 */
export function getRoughOpening(
  { type, width, height, middle }: FramedOpening,
  { doorClearance, windowClearance }: FramingDefaults,
  wallHeight = Number.POSITIVE_INFINITY,
): RoughOpening {
  const clearance = type === 'door' ? doorClearance : windowClearance;
  const half = (width + clearance.width) / 2;
  const isDoor = type === 'door';
  const top = isDoor
    ? height + clearance.height
    : Math.min(HEAD_HEIGHT, wallHeight - ABOVE_ROUGH_OPENING);
  return {
    left: middle - half,
    right: middle + half,
    bottom: isDoor ? 0 : top - height - clearance.height,
    top,
  };
}
