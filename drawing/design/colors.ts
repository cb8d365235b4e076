import type { Cladding, Roofing } from '#drawing/geometry/cladding.ts';
import {
  blend,
  CREAM,
  darken,
  INK,
  MOSS,
  type Rgb,
  rgb,
  SLATE,
  WALNUT,
} from '#drawing/geometry/color.ts';
import {
  BUILT_IN_CARD,
  type ColorCard,
  type ColorKind,
  findCardColor,
  getRoofColorKind,
  type ShedDesign,
} from './shed-design.ts';

/** The colors of a shed's surfaces. */
export type DesignColors = {
  wall: Rgb;
  trim: Rgb;
  /** Boards over the corners: the color of the wall behind dark trim on a farmhouse. */
  corner: Rgb;
  door: Rgb;
  roof: Rgb;
  cover: Roofing;
  /** Wood that is oiled, not painted. */
  isStained: boolean;
};

/** The colors of listings as paint, stain or steel. */
const PAINT: Record<string, Rgb> = {
  Natural: rgb('#c58a52'),
  White: rgb('#f3eee2'),
  Brown: rgb('#7a5239'),
  Gray: rgb('#a3a7a4'),
  Green: rgb('#5d7a5b'),
  Blue: rgb('#6b8fae'),
  Red: rgb('#a63d2f'),
  Black: rgb('#3a3a3d'),
  Charcoal: rgb('#565c62'),
  'Navy Blue': rgb('#34496b'),
};

/** The paint of a listing's color; a warm gray for an unknown name. */
const getPaint = (name: string): Rgb => PAINT[name] ?? rgb('#b5aea2');

/** The siding pattern of each material. */
export const CLADDING: Record<ShedDesign['material'], Cladding> = {
  Wood: 'battens',
  Duratemp: 'grooved',
  Metal: 'ribbed',
  Vinyl: 'lap',
};

const OAK = rgb('#e8dcc4');
const BARN_RED = rgb('#b4563f');
const OILED = rgb('#f0e6d2');

/** Shingles of asphalt are duller than paint. */
const SHINGLES: Partial<Record<ShedDesign['roofColor'], Rgb>> = {
  Natural: rgb('#a58561'),
  Brown: WALNUT,
  Green: MOSS,
  Gray: rgb('#8b8d8e'),
  Charcoal: SLATE,
  Black: rgb('#4b4b50'),
  Red: rgb('#8d4a3f'),
  Blue: rgb('#6b7f92'),
  'Navy Blue': rgb('#46536a'),
  White: rgb('#c9c6be'),
};

const TRIM: Partial<Record<ShedDesign['trimColor'], Rgb>> = {
  Black: INK,
  White: CREAM,
  Gray: rgb('#b9b7b0'),
};

const STEEL: Partial<Record<ShedDesign['roofColor'], Rgb>> = {
  Gray: rgb('#8b9197'),
  Charcoal: rgb('#5a6168'),
  Black: rgb('#43474d'),
};

const getLuminance = ([r, g, b]: Rgb) => (r * 0.3 + g * 0.59 + b * 0.11) / 255;

/**
 * Turns the color names of a design into colors.
 * @param card what the shop's suppliers sell
 */
export function getDesignColors(design: ShedDesign, card: ColorCard = BUILT_IN_CARD): DesignColors {
  const { style, material, roofing, wallColor, trimColor, roofColor } = design;
  const wall = getCardColor('wallColor', wallColor, card);
  const isOiled = trimColor === 'White' && wallColor === 'Natural';
  const trim =
    isOiled && !findCardColor(card, 'trimColor', trimColor)?.value
      ? OILED
      : getCardColor('trimColor', trimColor, card);
  const isFarmhouse = style === 'Modern Farmhouse' && getLuminance(trim) < 0.3;
  return {
    wall,
    trim,
    corner: isFarmhouse ? blend(wall, trim, 0.1) : trim,
    door: getDoorColor(wallColor, wall),
    roof: getCardColor(getRoofColorKind(design), roofColor, card),
    cover: roofing === 'metal' ? 'seams' : 'shingles',
    isStained: material === 'Wood' && (wallColor === 'Natural' || wallColor === 'Brown'),
  };
}

const BUILT_IN: Record<ColorKind, Partial<Record<ShedDesign['roofColor'], Rgb>>> = {
  wallColor: {},
  trimColor: TRIM,
  shingleColor: SHINGLES,
  metalColor: STEEL,
};

/** The color of what is sold by a name: the shop's, or the built-in one. */
export function getCardColor(
  kind: ColorKind,
  name: ShedDesign['roofColor'],
  card: ColorCard = BUILT_IN_CARD,
): Rgb {
  const value = findCardColor(card, kind, name)?.value;
  return value ? rgb(value) : (BUILT_IN[kind][name] ?? getPaint(name));
}

function getDoorColor(name: ShedDesign['wallColor'], wall: Rgb): Rgb {
  if (getLuminance(wall) > 0.75) return BARN_RED;
  return name === 'Natural' ? darken(wall, 0.12) : blend(wall, OAK, 0.12);
}
