import {
  createGableWindow,
  createSingleDoor,
  createVent,
  createWindow,
} from '#drawing/geometry/openings.ts';
import type { Mark } from '#drawing/geometry/panel.ts';
import { toFeet } from '#drawing/geometry/vector.ts';
import type { DesignColors } from './colors.ts';
import { findGableFeature } from './gable-features.ts';
import type { ShedDesign, Wall } from './shed-design.ts';

/** The window, loft door or vent of a gable as marks; feet from the wall's left corner and the floor. */
export function createGableMarks(
  design: ShedDesign,
  wall: Wall,
  { door, trim }: DesignColors,
): readonly Mark[] {
  // The gable of a porch hides the front wall's.
  if (wall === 'front' && design.porchDepth > 0 && design.style !== 'A-Frame') return [];
  const feature = findGableFeature(design, wall);
  if (feature === undefined) return [];
  const { left, bottom, width, height } = feature;
  const [u, v, w, h] = [toFeet(left), toFeet(bottom), toFeet(width), toFeet(height)];
  switch (feature.type) {
    case 'A-frame window':
      return createGableWindow(u, v, w, h, trim);
    case 'loft door':
      return createSingleDoor(u, v, w, h, { color: door, trim, brace: 'none' });
    case 'window':
      return createWindow(u, v, w, h, { trim });
    case 'vent':
      return createVent(u, v, w, h, trim);
  }
}
