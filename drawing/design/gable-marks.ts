import {
  createGableWindow,
  createSingleDoor,
  createVent,
  createWindow,
} from '../building/openings.ts';
import type { Mark } from '../building/panel.ts';
import { toFeet } from '../vector.ts';
import type { DesignColors } from './colors.ts';
import { type DesignGeometry, getDesignGeometry } from './geometry.ts';
import type { ShedDesign, Wall } from './shed-design.ts';

/** In inches: the head of doors and windows with its casing, and what stays free below the roof. */
const HEAD = 80;
const MARGIN = 7;

/** What a gable has above its doors and windows, beside or below the style's own decoration; feet. */
export function createGableMarks(
  design: ShedDesign,
  wall: Wall,
  { door, trim }: DesignColors,
): readonly Mark[] {
  if (wall === 'left' || wall === 'right') return [];
  const geometry = getDesignGeometry(design);
  const { span, floorLevel, ridgeLevel } = geometry;
  // The gable of a porch hides the front wall's.
  if (wall === 'front' && design.porchDepth > 0 && design.style !== 'A-Frame') return [];
  const base = design.openings.some((opening) => opening.wall === wall)
    ? HEAD
    : geometry.plateLevel - floorLevel;
  const middle = toFeet(span / 2);
  const findRoom = (width: number, height: number) => fitBelowRoof(geometry, base, width, height);

  if (design.style === 'A-Frame') {
    const room = ridgeLevel - floorLevel - base - 2 * MARGIN;
    const height = Math.min(room - 4, 54);
    if (wall === 'back' || height < 14) return createVents(design, geometry, base, trim);
    const width = 1.05 * height;
    return createGableWindow(
      middle - toFeet(width / 2),
      toFeet(base + 4),
      toFeet(width),
      toFeet(height),
      trim,
    );
  }
  const hasLoftDoor = design.style === 'Dutch Barn' || design.extras.includes('loft');
  if (wall === 'front' && hasLoftDoor) {
    const bottom = findRoom(26, 28);
    if (bottom !== undefined) {
      return createSingleDoor(middle - toFeet(12), toFeet(bottom), 2, toFeet(26.4), {
        color: door,
        trim,
        brace: 'none',
      });
    }
  }
  const size = GABLE_WINDOWS[design.style];
  const isGlazed = size !== undefined && (design.style === 'Gambrel' || wall === 'front');
  if (isGlazed && !design.extras.includes('vents')) {
    const bottom = findRoom(size + 8, size + 4);
    if (bottom !== undefined) {
      return createWindow(middle - toFeet(size / 2), toFeet(bottom), toFeet(size), toFeet(size), {
        trim,
      });
    }
  }
  return createVents(design, geometry, base, trim);
}

/** The square window in the gable of a style, in inches. */
const GABLE_WINDOWS: Partial<Record<ShedDesign['style'], number>> = {
  Gambrel: 21.6,
  'Modern Farmhouse': 22,
};

function createVents(
  { extras }: ShedDesign,
  geometry: DesignGeometry,
  base: number,
  trim: DesignColors['trim'],
): readonly Mark[] {
  const bottom = fitBelowRoof(geometry, base, 19, 15);
  if (!extras.includes('vents') || bottom === undefined) return [];
  return createVent(toFeet(geometry.span / 2 - 7.2), toFeet(bottom), 1.2, 1, trim);
}

/**
 * The highest position of a rectangle in the middle of a gable, above `base`.
 * @returns its bottom above the floor, in inches; undefined without room
 */
function fitBelowRoof(
  { span, profile, floorLevel }: DesignGeometry,
  base: number,
  width: number,
  height: number,
): number | undefined {
  const x = (span - width) / 2;
  const roof = getHeightAt(profile, x) - floorLevel;
  const bottom = Math.min(roof - MARGIN - height, base + 24);
  return x > 0 && bottom >= base ? bottom : undefined;
}

/** The height of a profile at a distance from its start. */
function getHeightAt(profile: DesignGeometry['profile'], x: number): number {
  const index = profile.findIndex(([at]) => at >= x);
  const [to, from] = [profile[index], profile[index - 1]];
  if (to === undefined || from === undefined) return to?.[1] ?? 0;
  return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
}
