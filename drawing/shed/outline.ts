import { extendEaves } from '../building/roof-profile.ts';
import type { Point } from '../vector.ts';
import { getShedDimensions } from './dimensions.ts';
import { ROOF_SHAPES, type ShedStyle } from './roof-shapes.ts';

/** The y coordinate of the ground; pixels. */
export const ground = 300;
/** The size of the drawing; pixels. */
export const box = { width: 480, height: 360 } as const;
/** Room above the ridge for the roof's line; pixels. */
const MARGIN = 10;

/** A shed in oblique projection with its gable towards the viewer; pixels. */
export type ShedOutline = ReturnType<typeof createShedOutline>;

/** The style of a listing, in any letter case; an unknown one counts as a gable. */
export function findStyle(name: string): ShedStyle {
  const lower = name.trim().toLowerCase();
  const styles = Object.keys(ROOF_SHAPES) as ShedStyle[];
  return styles.find((style) => style.toLowerCase() === lower) ?? 'Gable';
}

/** The height of walls and doors relative to a shed 10 ft wide: small sheds are low, barns high. */
const getHeightFactor = (span: number) => clamp(0.6 + span / 300, 0.85, 2.2);

/**
 * The corners of a shed in oblique projection, to scale: the gable in front, the side to the right.
 * @param size in feet, such as `10x12`; another form counts as 10x12
 * @returns pixels
 */
export function createShedOutline(style: ShedStyle, size: string) {
  const { span, length, eave, thickness, ...dimensions } = getShedDimensions(style, size);
  const heightFactor = getHeightFactor(span);
  const raise = dimensions.wallHeight * (heightFactor - 1);
  const wallHeight = dimensions.wallHeight + raise;
  const ridgeHeight = dimensions.ridgeHeight + raise;
  const profile = dimensions.profile.map(([across, y]): Point => [across, y + raise]);
  const depth = clamp(66 + length * 0.45, 96, 184);
  const away: Point = [depth * 0.86, depth * -0.3];
  const pixelsPerInch = Math.min(
    clamp(118 + span * 0.533, 150, 216) / span,
    (ground - MARGIN + away[1]) / (ridgeHeight + thickness),
  );
  const front = span * pixelsPerInch;
  const left = (box.width - front - away[0]) / 2;
  const right = left + front;
  const project = ([across, y]: Point): Point => [
    left + across * pixelsPerInch,
    ground - y * pixelsPerInch,
  ];
  const edge = extendEaves(profile, eave).map(project);
  const middle = (edge.length - 1) / 2;
  const ridge = edge[middle] ?? [left + front / 2, ground];
  const wall = wallHeight * pixelsPerInch;
  return {
    pixelsPerInch,
    heightFactor,
    left,
    right,
    /** The width of the gable. */
    front,
    /** The height of the walls under the eaves. */
    wall,
    /** From the front to the back. */
    away,
    ridge,
    frontWall: [[left, ground] as const, ...profile.map(project), [right, ground] as const],
    /** The gable's edge from eave to eave, the outer ends of the rafters. */
    edge,
    /** The visible side of the roof: pairs of corners from the ridge down to the eave. */
    planes: edge
      .slice(middle, -1)
      .map((from, index): [Point, Point] => [from, edge[middle + index + 1] ?? from]),
    side: [
      [right, ground - wall],
      [right, ground],
    ] as [Point, Point],
  };
}

/** Moves a point a share of the way from the front to the back. */
export function moveBack([x, y]: Point, [dx, dy]: Point, share: number): Point {
  return [x + dx * share, y + dy * share];
}

/** The `points` attribute of an SVG polygon. */
export function formatPoints(list: readonly Point[]): string {
  return list.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}

function clamp(value: number, min: number, max: number) {
  return Math.min(Math.max(value, min), max);
}
