import {
  getDesignGeometry,
  hasSideWalls,
  type OpeningRect,
} from '#drawing/design/design-geometry.ts';
import { findGableFeature } from '#drawing/design/gable-features.ts';
import { FRAMING_DEFAULTS, type FramingDefaults } from '#drawing/design/lumber.ts';
import type { RoughOpening } from '#drawing/design/rough-opening.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { getDormerFace, listIncludedOpenings } from '#drawing/design/style-features.ts';

/**
 * The rough opening of a window, door or vent that a style or an extra includes: x from the left corner of its
 * gable or of the dormer's face, seen from outside, heights above the plates; inches.
 */
export type IncludedOpening = RoughOpening & {
  name: string;
  surface: 'front' | 'back' | 'dormer';
  /** Openings in an A-frame, or through the plates of a wall, are framed on site. */
  isFramed: boolean;
};

/** Lists all of them for a design; with a porch, the front gable is the porch's. */
export function listIncludedRoughOpenings(
  design: ShedDesign,
  defaults: FramingDefaults = FRAMING_DEFAULTS,
): IncludedOpening[] {
  const { floorLevel, plateLevel } = getDesignGeometry(design);
  const plates = plateLevel - floorLevel;
  const gables = (['front', 'back'] as const).flatMap((surface): IncludedOpening[] => {
    const feature = findGableFeature(design, surface);
    if (!feature) return [];
    const bottom = feature.bottom - plates;
    const isFramed = hasSideWalls(design) && bottom >= 0;
    const rough = addClearance({ ...feature, bottom }, feature.type === 'loft door', defaults);
    return [
      {
        ...rough,
        name: feature.type === 'window' ? 'gable window' : feature.type,
        surface,
        isFramed,
        bottom: isFramed ? Math.max(0, rough.bottom) : rough.bottom,
      },
    ];
  });
  const face = (getDormerFace(design)?.bottom ?? 0) - plates;
  const dormer = listIncludedOpenings(design)
    .filter(({ surface }) => surface === 'dormer')
    .map((each): IncludedOpening => {
      const rough = addClearance({ ...each, bottom: face + each.bottom }, false, defaults);
      return { ...rough, name: each.name, surface: 'dormer', isFramed: true };
    });
  return [...gables, ...dormer];
}

/** A window has clearance on all sides, a door on all sides but the bottom. */
function addClearance(
  { left, width, bottom, height }: OpeningRect,
  isDoor: boolean,
  { doorClearance, windowClearance }: FramingDefaults,
): RoughOpening {
  const clearance = isDoor ? doorClearance : windowClearance;
  const below = isDoor ? 0 : clearance.height / 2;
  return {
    left: left - clearance.width / 2,
    right: left + width + clearance.width / 2,
    bottom: bottom - below,
    top: bottom + height + clearance.height - below,
  };
}
