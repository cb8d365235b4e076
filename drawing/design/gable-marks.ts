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
import { listIncludedOpenings } from './style-features.ts';

/** What a gable has above its doors and windows, beside or below the style's own decoration; feet. */
export function createGableMarks(
  design: ShedDesign,
  wall: Wall,
  { door, trim }: DesignColors,
): readonly Mark[] {
  // The gable of a porch hides the front wall's.
  if (wall === 'front' && design.porchDepth > 0 && design.style !== 'A-Frame') return [];
  const [opening] = listIncludedOpenings(design, wall);
  if (opening === undefined) {
    const feature = findGableFeature(design, wall);
    if (feature?.type !== 'vent') return [];
    return createVent(toFeet(6 * design.width - 7.2), toFeet(feature.bottom), 1.2, 1, trim);
  }
  const { left, bottom, width, height } = opening;
  const [u, v, w, h] = [toFeet(left), toFeet(bottom), toFeet(width), toFeet(height)];
  if (opening.name === 'triangular window') return createGableWindow(u, v, w, h, trim);
  return opening.kind === 'door'
    ? createSingleDoor(u, v, w, h, { color: door, trim, brace: 'none' })
    : createWindow(u, v, w, h, { trim });
}
