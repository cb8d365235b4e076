import {
  CLADDING,
  createCladding,
  createCornerTrim,
  type Material,
  type Roofing,
} from '../building/siding.ts';
import type { RoofLook, WallMarks } from '../building/volume.ts';
import { blend, darken, type Rgb, rgb } from '../color.ts';
import { CREAM, getPaint, INK, MOSS, SLATE, STEEL, WALNUT } from '../palette.ts';
import { type Point, toFeet } from '../vector.ts';
import type { ShedDesign } from './design.ts';
import { FLOOR_LEVEL, getShedDimensions, getShedDimensionsInFeet } from './dimensions.ts';
import { createOpenings, type WallOpenings } from './openings.ts';

/** A design with everything that follows from it, ready for a scene. Lengths are in feet. */
export type ResolvedShed = {
  design: ShedDesign;
  snow: boolean;
  /** Along x and along z. */
  width: number;
  depth: number;
  wallHeight: number;
  /** From the top of the walls to the ridge. */
  rise: number;
  /** The underside of the roof from wall to wall: across the span, and above the ground. */
  profile: readonly Point[];
  wallColor: Rgb;
  trimColor: Rgb;
  doorColor: Rgb;
  roof: RoofLook;
  /** The siding and corner boards of a wall. */
  cladWall: WallMarks;
  /** In inches. */
  openings: WallOpenings;
};

/** The height of the floor over the ground, in feet. */
export const FLOOR_HEIGHT = toFeet(FLOOR_LEVEL);

const WHITE_OAK = rgb('#e8dcc4');

const getLuminance = ([r, g, b]: Rgb) => (r * 0.3 + g * 0.59 + b * 0.11) / 255;

/**
 * Completes a design with its dimensions and colors.
 * @returns lengths in feet
 */
export function resolveDesign(design: ShedDesign): ResolvedShed {
  const { color, material, style } = design;
  const dimensions = getShedDimensionsInFeet(style, design.size);
  const { width, depth, wallHeight, profile, eave, rake, thickness } = dimensions;
  const wallColor = getPaint(color);
  const isNatural = color === 'Natural' || color === 'Brown';
  const isFarmhouse = style === 'Modern Farmhouse';
  const trimColor = design.trim ?? getTrimColor(design, wallColor);
  const cornerColor =
    isFarmhouse && design.trim === undefined ? blend(wallColor, trimColor, 0.1) : trimColor;
  const cover: Roofing = material === 'Metal' || isFarmhouse ? 'seams' : 'shingles';
  return {
    design,
    snow: design.snow === true,
    width,
    depth,
    wallHeight,
    rise: dimensions.ridgeHeight - wallHeight,
    profile,
    wallColor,
    trimColor,
    doorColor: design.door ?? getDoorColor(color, wallColor),
    roof: {
      color: design.roof ?? getRoofColor(cover, isFarmhouse, isNatural, wallColor),
      cover,
      fascia: isFarmhouse ? (design.trim ?? INK) : trimColor,
      eave,
      rake,
      thickness,
      ...(design.snow === true ? { snow: 0.55 } : {}),
    },
    cladWall: (w, h) => [
      ...createCladding(CLADDING[material], w, h, wallColor, isStained(material, isNatural)),
      ...createCornerTrim(w, h, cornerColor),
    ],
    openings: createOpenings(style, getShedDimensions(style, design.size)),
  };
}

const isStained = (material: Material, isNatural: boolean) => material === 'Wood' && isNatural;

const isLight = (wall: Rgb) => getLuminance(wall) > 0.75;

function getTrimColor({ color, style }: ShedDesign, wall: Rgb): Rgb {
  if (style === 'Modern Farmhouse') return INK;
  if (isLight(wall)) return rgb('#cfcabd');
  return color === 'Natural' ? rgb('#f0e6d2') : CREAM;
}

function getDoorColor(color: string, wall: Rgb): Rgb {
  if (isLight(wall)) return rgb('#b4563f');
  return color === 'Natural' ? darken(wall, 0.12) : blend(wall, WHITE_OAK, 0.12);
}

function getRoofColor(cover: Roofing, isFarmhouse: boolean, isNatural: boolean, wall: Rgb): Rgb {
  if (cover === 'seams') return isFarmhouse ? rgb('#43474d') : STEEL;
  if (isNatural) return MOSS;
  return getLuminance(wall) < 0.35 ? SLATE : WALNUT;
}
