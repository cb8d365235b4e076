import { blend, darken, type Rgb, rgb } from './color.ts';
import { CREAM, INK, MOSS, paint, SLATE, STEEL, WALNUT } from './palette.ts';
import { CLADDING, clad, cornerTrim, type Material, type Roofing } from './siding.ts';
import type { RoofLook, WallMarks } from './volume.ts';

export type Style =
  | 'A-Frame'
  | 'Dutch Barn'
  | 'Dormer'
  | 'Porch'
  | 'Modern Farmhouse'
  | 'Gable'
  | 'Gambrel';

/** What a listing says about a shed; size such as 10x12 in feet. */
export type ShedLook = {
  style: Style;
  material: Material;
  color: string;
  size: string;
  snow?: boolean;
  trim?: Rgb;
  door?: Rgb;
  roof?: Rgb;
};

/** A look worked out: the footprint in feet, its colours and how its walls are clad. */
export type Parts = ShedLook & {
  w: number;
  d: number;
  wall: Rgb;
  trimColor: Rgb;
  doorColor: Rgb;
  roofLook: RoofLook;
  cladWall: WallMarks;
};

/** The floor's height over the ground in feet. */
export const BASE = 0.5;

const WHITE_OAK = rgb('#e8dcc4');

const luminance = ([r, g, b]: Rgb) => (r * 0.3 + g * 0.59 + b * 0.11) / 255;

/** Works out a look; gableFaces where the gable looks at the viewer. */
export function prepare(look: ShedLook, gableFaces: boolean): Parts {
  const [short = 10, long = 12] = look.size.split('x').map(Number);
  const wall = paint(look.color);
  const natural = look.color === 'Natural' || look.color === 'Brown';
  const farmhouse = look.style === 'Modern Farmhouse';
  const light = luminance(wall) > 0.75;
  const trimColor =
    look.trim ??
    (farmhouse ? INK : light ? rgb('#cfcabd') : look.color === 'Natural' ? rgb('#f0e6d2') : CREAM);
  const cover: Roofing = look.material === 'Metal' || farmhouse ? 'seams' : 'shingles';
  const roofColor =
    look.roof ??
    (cover === 'seams'
      ? farmhouse
        ? rgb('#43474d')
        : STEEL
      : natural
        ? MOSS
        : luminance(wall) < 0.35
          ? SLATE
          : WALNUT);
  const cladWall: WallMarks = (w, h) => [
    ...clad(CLADDING[look.material], w, h, wall, look.material === 'Wood' && natural),
    ...cornerTrim(
      w,
      h,
      farmhouse && look.trim === undefined ? blend(wall, trimColor, 0.1) : trimColor,
    ),
  ];
  return {
    ...look,
    w: gableFaces ? short : long,
    d: gableFaces ? long : short,
    wall,
    trimColor,
    doorColor:
      look.door ??
      (light
        ? rgb('#b4563f')
        : look.color === 'Natural'
          ? darken(wall, 0.12)
          : blend(wall, WHITE_OAK, 0.12)),
    roofLook: {
      color: roofColor,
      cover,
      fascia: farmhouse ? (look.trim ?? INK) : trimColor,
      eave: 0.7,
      rake: 0.6,
      thickness: 0.42,
      ...(look.snow === true ? { snow: 0.55 } : {}),
    },
    cladWall,
  };
}
