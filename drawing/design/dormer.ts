import { getBodyLength, getMainSlope } from './design-geometry.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, SECTIONS } from './lumber.ts';
import { getHeelHeight, type Side } from './roof-levels.ts';
import { getEavePitch, ROOF_SHAPES } from './roof-shapes.ts';
import type { ShedDesign } from './shed-design.ts';

/**
 * A long low dormer in one slope, from the ridge to its face over the wall. Inches: z from the back, x
 * from the outside of the wall below it, heights above the plates.
 */
export type Dormer = {
  side: Side;
  /** The middles of the doubled rafters beside it. */
  from: number;
  to: number;
  /** From the outside of the wall to its face. */
  setback: number;
  /** The upper edge of its rafters, rising to the ridge. */
  getTop: (x: number) => number;
  /** The upper edge of the main roof's rafters. */
  getRoof: (x: number) => number;
  /** The top of its plate, and of the header under its face. */
  plate: number;
  header: number;
  overhang: number;
  pitch: number;
};

const PITCH = 2 / 12;
const SETBACK = 14;
const OVERHANG = 6;
/** The dormer's share of the enclosed length. */
const SHARE_OF_LENGTH = 0.6;

/** The dormer of a design of that style, over its enclosed part; inches. */
export function getDormer(
  design: ShedDesign,
  defaults: FramingDefaults = FRAMING_DEFAULTS,
): Dormer | undefined {
  if (design.style !== 'Dormer') return undefined;
  const shape = ROOF_SHAPES[design.style];
  const bodyLength = getBodyLength(design);
  const { rafterSpacing: spacing } = defaults;
  const toLayout = (z: number) => spacing * Math.round(z / spacing);
  const half = (bodyLength * SHARE_OF_LENGTH) / 2;
  const pitch = getEavePitch(shape);
  const run = (12 * design.width - SECTIONS[defaults.ridge].thickness) / 2;
  const getRoof = (x: number) => getHeelHeight(shape, defaults) + x * pitch;
  const getTop = (x: number) => getRoof(run) - (run - x) * PITCH;
  const plumb = SECTIONS[defaults.rafter].depth * Math.hypot(1, PITCH);
  return {
    side: getMainSlope(design),
    from: toLayout(bodyLength / 2 - half),
    to: toLayout(bodyLength / 2 + half),
    setback: SETBACK,
    getTop,
    getRoof,
    plate: getTop(SETBACK + SECTIONS['2x4'].depth) - plumb,
    header: getRoof(SETBACK),
    overhang: OVERHANG,
    pitch: PITCH,
  };
}

/** True if the dormer interrupts the rafter with this middle. */
export const isInDormer = (dormer: Dormer | undefined, center: number): boolean =>
  dormer !== undefined && center > dormer.from && center < dormer.to;

/** The length of a dormer's roof from its ridge to its eave, and from rake to rake; inches. */
export function getDormerRoof(dormer: Dormer, span: number): { slope: number; length: number } {
  const eave = dormer.setback - dormer.overhang;
  return {
    slope: (span / 2 - eave) * Math.hypot(1, dormer.pitch),
    length: dormer.to - dormer.from + 2 * dormer.overhang,
  };
}
