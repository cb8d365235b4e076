import { findGableFeature } from '../design/gable-features.ts';
import { getDesignGeometry, hasSideWalls } from '../design/geometry.ts';
import type { ShedDesign } from '../design/shed-design.ts';
import { getDormerFace, listIncludedOpenings } from '../design/style-features.ts';
import { FRAMING_DEFAULTS, type FramingDefaults } from './defaults.ts';
import type { RoughOpening } from './rough-opening.ts';

/**
 * The rough opening of a window, door or vent that a style or an extra brings along: x from the left corner of its
 * gable or of the dormer's face, seen from outside, heights above the plates; inches.
 */
export type IncludedOpening = RoughOpening & {
  name: string;
  surface: 'front' | 'back' | 'dormer';
  /** Openings in an A-frame, or through the plates of a wall, are framed on site. */
  isFramed: boolean;
};

/** All of a design; the front gable is that of its porch, if there is one. */
export function listIncludedRoughOpenings(
  design: ShedDesign,
  { doorClearance, windowClearance }: FramingDefaults = FRAMING_DEFAULTS,
): IncludedOpening[] {
  const { floorLevel, plateLevel } = getDesignGeometry(design);
  const plates = plateLevel - floorLevel;
  const gables = (['front', 'back'] as const).flatMap((surface): IncludedOpening[] => {
    const feature = findGableFeature(design, surface);
    if (!feature) return [];
    const { type, left, width, height } = feature;
    const isDoor = type === 'loft door';
    const clearance = isDoor ? doorClearance : windowClearance;
    const bottom = feature.bottom - plates;
    const isFramed = hasSideWalls(design) && bottom >= 0;
    const low = bottom - (isDoor ? 0 : clearance.height / 2);
    return [
      {
        name: type === 'window' ? 'gable window' : type,
        surface,
        isFramed,
        left: left - clearance.width / 2,
        right: left + width + clearance.width / 2,
        bottom: isFramed ? Math.max(0, low) : low,
        top: bottom + height + (isDoor ? clearance.height : clearance.height / 2),
      },
    ];
  });
  const face = (getDormerFace(design)?.bottom ?? 0) - plates;
  const dormer = listIncludedOpenings(design)
    .filter(({ surface }) => surface === 'dormer')
    .map(({ name, left, width, bottom, height }): IncludedOpening => {
      const [across, up] = [windowClearance.width / 2, windowClearance.height / 2];
      return {
        name,
        surface: 'dormer',
        isFramed: true,
        left: left - across,
        right: left + width + across,
        bottom: face + bottom - up,
        top: face + bottom + height + up,
      };
    });
  return [...gables, ...dormer];
}
