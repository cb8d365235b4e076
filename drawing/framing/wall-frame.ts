import type { FramingDefaults } from './defaults.ts';
import { createLayout } from './layout.ts';
import type { WallMember } from './member.ts';

/** A door or a window in a wall, in inches. */
export type FramedOpening = {
  type: 'door' | 'window';
  width: number;
  height: number;
  /** The middle of the opening from the building's left corner, seen from outside. */
  middle: number;
};

export type FramedWall = {
  /** Of the building, from outside to outside. */
  length: number;
  /** From the floor to the top of the plates. */
  height: number;
  /** Side walls run through from corner to corner; end walls stand between them. */
  runsThrough: boolean;
  openings: readonly FramedOpening[];
};

/** The rough opening of a door or a window; x from the building's corner, y from the floor. */
export type RoughOpening = { left: number; right: number; bottom: number; top: number };

const THICKNESS = 1.5;
const WALL_DEPTH = 3.5;
const HEADER_DEPTH = 5.5;
const TOP_PLATES = 2 * THICKNESS;
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

/**
 * The studs, plates and headers of a wall. Plates run through door openings; they are cut out once
 * the wall stands.
 * @returns members in inches
 */
export function frameWall(wall: FramedWall, defaults: FramingDefaults): WallMember[] {
  const { length, height, runsThrough } = wall;
  const start = runsThrough ? 0 : WALL_DEPTH;
  const end = length - start;
  const studLength = height - 3 * THICKNESS;
  const openings = wall.openings.map((opening) => ({
    ...getRoughOpening(opening, defaults, height),
    type: opening.type,
  }));
  const layout = createLayout({ start, end }, defaults.spacing);
  const isFree = (x: number) =>
    openings.every(
      ({ left, right }) => x + THICKNESS <= left - 2 * THICKNESS || x >= right + 2 * THICKNESS,
    );
  const upright = (name: WallMember['name'], x: number, y: number, cut: number): WallMember => ({
    name,
    section: '2x4',
    length: cut,
    x,
    y,
    isUpright: true,
  });
  const level = (
    name: WallMember['name'],
    x: number,
    y: number,
    cut: number,
    section: WallMember['section'] = '2x4',
  ): WallMember => ({ name, section, length: cut, x, y, isUpright: false });
  const lap = runsThrough ? WALL_DEPTH : -WALL_DEPTH;
  return [
    level('bottom plate', start, 0, end - start),
    level('top plate', start, height - TOP_PLATES, end - start),
    level('upper top plate', start + lap, height - THICKNESS, end - start - 2 * lap),
    ...layout.filter(isFree).map((x) => upright('stud', x, THICKNESS, studLength)),
    ...openings.flatMap(({ left, right, bottom, top, type }) => {
      const header = left - THICKNESS;
      const cripples = layout.filter(
        (x) => x >= header && x + THICKNESS <= right + THICKNESS && !isFree(x),
      );
      const aboveHeader = height - TOP_PLATES - top - HEADER_DEPTH;
      const headerLength = right - left + 2 * THICKNESS;
      const headers = [0, 1].map(() => level('header', header, top, headerLength, defaults.header));
      return [
        upright('king stud', left - 2 * THICKNESS, THICKNESS, studLength),
        upright('king stud', right + THICKNESS, THICKNESS, studLength),
        upright('jack stud', header, THICKNESS, top - THICKNESS),
        upright('jack stud', right, THICKNESS, top - THICKNESS),
        ...headers,
        ...(aboveHeader > 0
          ? cripples.map((x) => upright('upper cripple', x, top + HEADER_DEPTH, aboveHeader))
          : []),
        ...(type === 'window'
          ? [
              level('sill', left, bottom - THICKNESS, right - left),
              ...cripples
                .filter((x) => x >= left && x + THICKNESS <= right)
                .map((x) => upright('lower cripple', x, THICKNESS, bottom - 2 * THICKNESS)),
            ]
          : []),
      ];
    }),
  ];
}
