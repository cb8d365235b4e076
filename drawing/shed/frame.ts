import type { Point, Vec3 } from '../vector.ts';
import type { ShedDimensions } from './dimensions.ts';

/** A piece of wood: an upright block, or a square bar between two points. Lengths are in inches. */
export type Timber =
  | { shape: 'block'; corner: Vec3; size: Vec3 }
  | { shape: 'bar'; from: Vec3; to: Vec3; thickness: number };

/** A part of the frame that is put up in one step. */
export type FramePart = {
  name: 'bearers' | 'floor' | 'stud' | 'header' | 'plate' | 'ridge beam' | 'purlin' | 'rafters';
  timbers: readonly Timber[];
};

/** From the outside of the siding to the outside of the frame. */
const SIDING_DEPTH = 1.8;
/** From the underside of the roof to the top of the frame. */
const ROOF_DECK_DEPTH = 2.4;
const FLOOR_LAYER = 4.2;
/** From the outside of the frame to the middle of a stud. */
const STUD_INSET = 2.4;
const STUD_SPACING = 18;
const STUD = 3.6;
/** Protrudes from a stud by less than the tolerance of scene/depth-order.ts. */
const PLATE = 4.0799999;
const RIDGE_BEAM = 4.8;
const RAFTER = 3.36;
const HEADER = 6.6;
const RAFTER_TAIL = 10.8;
/** The door's opening in the front wall, from its middle to the studs beside it. */
const DOOR_OPENING = 27.6;
const HEADER_DROP = 14.4;

const createBar = (
  name: FramePart['name'],
  from: Vec3,
  to: Vec3,
  thickness: number,
): FramePart => ({ name, timbers: [{ shape: 'bar', from, to, thickness }] });

/**
 * The frame of a shed around the origin with its doors towards positive z.
 * @param dimensions in inches
 * @returns the parts in the order in which they are put up; lengths in inches
 */
export function createFrame(dimensions: ShedDimensions): FramePart[] {
  const width = dimensions.width - 2 * SIDING_DEPTH;
  const depth = dimensions.depth - 2 * SIDING_DEPTH;
  const wall = dimensions.wallHeight - ROOF_DECK_DEPTH;
  return [
    ...createFloor(width, depth),
    ...createWallStuds(width, depth, wall),
    ...createPlates(width, depth, wall),
    ...createRoofFrame(dimensions),
  ];
}

function createFloor(width: number, depth: number): FramePart[] {
  const size: Vec3 = [width, FLOOR_LAYER, depth];
  return (['bearers', 'floor'] as const).map((name, layer) => ({
    name,
    timbers: [{ shape: 'block', corner: [-width / 2, layer * FLOOR_LAYER, -depth / 2], size }],
  }));
}

/** Positions of studs or rafters along a side of this length around 0. */
function getStations(length: number): number[] {
  const count = Math.round(length / STUD_SPACING);
  const inner = length - 2 * STUD_INSET;
  return Array.from(
    { length: count + 1 },
    (_, i) => -length / 2 + STUD_INSET + (i * inner) / count,
  );
}

function createWallStuds(width: number, depth: number, wall: number): FramePart[] {
  const left = -width / 2 + STUD_INSET;
  const back = -depth / 2 + STUD_INSET;
  const lintel = wall - HEADER_DROP;
  const stud = (x: number, z: number, top = wall) =>
    createBar('stud', [x, 2 * FLOOR_LAYER, z], [x, top, z], STUD);
  const header = DOOR_OPENING + STUD / 3;
  return [
    ...getStations(width).map((x) => stud(x, back)),
    ...[left, -left].flatMap((x) =>
      getStations(depth)
        .slice(1, -1)
        .map((z) => stud(x, z)),
    ),
    ...getStations(width)
      .filter((x) => Math.abs(x) >= DOOR_OPENING - STUD / 3)
      .map((x) => stud(x, -back)),
    createBar('header', [-header, lintel, -back], [header, lintel, -back], HEADER),
    stud(-DOOR_OPENING, -back, lintel),
    stud(DOOR_OPENING, -back, lintel),
  ];
}

function createPlates(width: number, depth: number, wall: number): FramePart[] {
  const [x, z] = [width / 2, depth / 2];
  const [insideX, insideZ] = [x - STUD_INSET, z - STUD_INSET];
  return [
    createBar('plate', [-x, wall, -insideZ], [x, wall, -insideZ], PLATE),
    createBar('plate', [-insideX, wall, -z], [-insideX, wall, z], PLATE),
    createBar('plate', [insideX, wall, -z], [insideX, wall, z], PLATE),
    createBar('plate', [-x, wall, insideZ], [x, wall, insideZ], PLATE),
  ];
}

/** The ridge beam, a purlin at each break of the slopes, and pairs of rafters. */
function createRoofFrame({ front, span, length, profile }: ShedDimensions): FramePart[] {
  const narrowed = (span - 2 * SIDING_DEPTH) / span;
  const points = profile.map(
    ([across, y]): Point => [(across - span / 2) * narrowed, y - ROOF_DECK_DEPTH],
  );
  const toSpace = ([across, y]: Point, along: number): Vec3 =>
    front === 'eave' ? [along, y, across] : [across, y, along];
  const middle = (points.length - 1) / 2;
  const half = length / 2 - SIDING_DEPTH;
  const beams = points.slice(1, -1).map((point, index) => {
    const isRidge = index + 1 === middle;
    const name = isRidge ? 'ridge beam' : 'purlin';
    const thickness = isRidge ? RIDGE_BEAM : PLATE;
    return createBar(name, toSpace(point, -half), toSpace(point, half), thickness);
  });
  const slopes = [points.slice(0, middle + 1).reverse(), points.slice(middle)].map(addRafterTail);
  const rafters = getStations(2 * half).map(
    (along): FramePart => ({
      name: 'rafters',
      timbers: slopes.flatMap((slope) =>
        slope.slice(1).map((point, index) => ({
          shape: 'bar' as const,
          from: toSpace(slope[index] ?? point, along),
          to: toSpace(point, along),
          thickness: RAFTER,
        })),
      ),
    }),
  );
  return [...beams, ...rafters];
}

/** @param slope from the ridge down to the wall */
function addRafterTail(slope: readonly Point[]): Point[] {
  const [above, wall] = slope.slice(-2);
  if (!above || !wall) return [...slope];
  const run = RAFTER_TAIL / Math.abs(wall[0] - above[0]);
  const tail: Point = [wall[0] + (wall[0] - above[0]) * run, wall[1] + (wall[1] - above[1]) * run];
  return [...slope.slice(0, -1), tail];
}
