import {
  createGableWindow,
  createSingleDoor,
  createVent,
  createWindow,
} from '../building/openings.ts';
import type { Mark } from '../building/panel.ts';
import { toFeet } from '../vector.ts';
import type { DesignColors } from './colors.ts';
import { findGableFeature } from './gable-features.ts';
import type { ShedDesign, Wall } from './shed-design.ts';

/** What a gable has above its doors and windows, beside or below the style's own decoration; feet. */
export function createGableMarks(
  design: ShedDesign,
  wall: Wall,
  { door, trim }: DesignColors,
): readonly Mark[] {
  // The gable of a porch hides the front wall's.
  if (wall === 'front' && design.porchDepth > 0 && design.style !== 'A-Frame') return [];
  const feature = findGableFeature(design, wall);
  if (!feature) return [];
  const middle = toFeet(6 * design.width);
  const bottom = toFeet(feature.bottom);
  switch (feature.type) {
    case 'A-frame window': {
      const width = toFeet(1.05 * feature.height);
      return createGableWindow(middle - width / 2, bottom, width, toFeet(feature.height), trim);
    }
    case 'loft door':
      return createSingleDoor(middle - toFeet(12), bottom, 2, toFeet(26.4), {
        color: door,
        trim,
        brace: 'none',
      });
    case 'window': {
      const size = toFeet(feature.size);
      return createWindow(middle - size / 2, bottom, size, size, { trim });
    }
    case 'vent':
      return createVent(middle - toFeet(7.2), bottom, 1.2, 1, trim);
  }
}
