import type { Point } from './vector.ts';

/**
 * A body in space: an outline seen from the front, drawn out along the building. Inches: x from the
 * outside of the left wall, y from the ground, z from the outside of the back wall towards the front.
 */
export type Prism = { outline: readonly Point[]; from: number; to: number };

/** The start and the end along an axis. */
export type Extent = readonly [from: number, to: number];

/** The corners of a rectangle, from the one with the smallest coordinates. */
export const toCorners = (x: number, y: number, width: number, height: number): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** A block with its sides along the axes. */
export const createBlock = ([left, right]: Extent, [low, high]: Extent, z: Extent): Prism => ({
  outline: [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ],
  from: z[0],
  to: z[1],
});

/** Mirrors outlines from one slope of a roof to the other. */
export const mirrorOutline = (outline: readonly Point[], span: number): Point[] =>
  outline.map(([x, y]): Point => [span - x, y]).reverse();

/** The part of an outline on the side of a line where `distance` is not negative (Sutherland and Hodgman). */
export function clipOutline(
  outline: readonly Point[],
  distance: (point: Point) => number,
): Point[] {
  return outline.flatMap((point, index): Point[] => {
    const next = outline[(index + 1) % outline.length] ?? point;
    const [here, there] = [distance(point), distance(next)];
    const crossing = here / (here - there);
    const cut: Point = [
      point[0] + (next[0] - point[0]) * crossing,
      point[1] + (next[1] - point[1]) * crossing,
    ];
    return [...(here >= 0 ? [point] : []), ...(here * there < 0 ? [cut] : [])];
  });
}
