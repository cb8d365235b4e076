import type { Panel } from '../building/panel.ts';
import { buildDutchBarn, buildGable, buildGambrel } from './barns.ts';
import type { ShedPart } from './body.ts';
import { buildAFrame, buildFarmhouse } from './cottages.ts';
import type { ShedDesign } from './design.ts';
import { buildDormer } from './dormer.ts';
import { buildPorch } from './porch.ts';
import { type ResolvedShed, resolveDesign } from './resolve-design.ts';
import type { ShedStyle } from './roof-shapes.ts';

const BUILDERS: Record<ShedStyle, (shed: ResolvedShed) => ShedPart[]> = {
  'A-Frame': buildAFrame,
  'Dutch Barn': buildDutchBarn,
  Dormer: buildDormer,
  Porch: buildPorch,
  'Modern Farmhouse': buildFarmhouse,
  Gable: buildGable,
  Gambrel: buildGambrel,
};

/**
 * The parts of a shed around the origin with its doors towards positive z, from the ground up.
 * @returns panels in feet
 */
export const buildShed = (design: ShedDesign): ShedPart[] =>
  BUILDERS[design.style](resolveDesign(design));

/** The panels of all parts of a shed (see `buildShed`), in feet. */
export const createShedPanels = (design: ShedDesign): Panel[] =>
  buildShed(design).flatMap(({ panels }) => panels);

/** What rises above the underside of the ridge, and room for it in a scene, in feet. */
const HEADROOM: Record<ShedStyle, number> = {
  'A-Frame': 0,
  'Dutch Barn': -0.1,
  Dormer: 0.5,
  Porch: 0.6,
  'Modern Farmhouse': 0.4,
  Gable: 0.4,
  Gambrel: 2.5,
};

/** The room that a shed takes in a scene: along x, along z, and above the ground; in feet. */
export function getShedBulk(design: ShedDesign): { w: number; d: number; h: number } {
  const { width, depth, wallHeight, rise } = resolveDesign(design);
  return { w: width, d: depth, h: wallHeight + rise + HEADROOM[design.style] };
}
