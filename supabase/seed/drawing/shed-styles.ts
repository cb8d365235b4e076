import { blend, darken, type Rgb, rgb } from './color.ts';
import { dormer } from './dormer.ts';
import { doubleDoor, lamp, singleDoor, vent, windowAt } from './openings.ts';
import { CEDAR, CREAM, INK, MOSS, paint, SLATE, STEEL, WALNUT } from './palette.ts';
import { bar, type Mark, type Panel, panel } from './panel.ts';
import { awning, cupola, ramp, skids } from './parts.ts';
import { porch } from './porch.ts';
import { CLADDING, clad, cornerTrim, type Material, type Roofing } from './siding.ts';
import type { Point } from './vector.ts';
import {
  eaveFront,
  gableFront,
  gableProfile,
  gambrelProfile,
  type RoofLook,
  type Volume,
  volume,
  type WallMarks,
} from './volume.ts';

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

export type Parts = ShedLook & {
  w: number;
  d: number;
  wall: Rgb;
  trimColor: Rgb;
  doorColor: Rgb;
  roofLook: RoofLook;
  cladWall: WallMarks;
};

const BASE = 0.5;

const luminance = ([r, g, b]: Rgb) => (r * 0.3 + g * 0.59 + b * 0.11) / 255;

function prepare(look: ShedLook, gableFaces: boolean): Parts {
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
    ...cornerTrim(w, h, farmhouse ? blend(wall, trimColor, 0.1) : trimColor),
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
      fascia: farmhouse ? INK : trimColor,
      eave: 0.7,
      rake: 0.6,
      thickness: 0.42,
      ...(look.snow === true ? { snow: 0.55 } : {}),
    },
    cladWall,
  };
}

const WHITE_OAK = rgb('#e8dcc4');

const finish = (
  p: Parts,
  v: Omit<Volume, 'wall' | 'base' | 'roof'>,
  extra: Partial<RoofLook> = {},
): Panel[] => [
  ...skids(-p.w / 2, -p.d / 2, p.w, p.d, BASE),
  ...volume({ ...v, wall: p.wall, base: BASE, roof: { ...p.roofLook, ...extra } }),
];

const withMarks =
  (p: Parts, marks: (w: number, h: number) => readonly Mark[]): WallMarks =>
  (w, h) => [...p.cladWall(w, h), ...marks(w, h)];

const plainWindow = (p: Parts): WallMarks =>
  withMarks(p, (w) => (w < 7 ? [] : windowAt(w / 2 - 1.1, 3, 2.2, 2.4, { trim: p.trimColor })));

function gable(p: Parts): Panel[] {
  const dw = p.w > 11 ? 5.4 : 4.6;
  const du = p.w > 11 ? p.w * 0.14 : p.w * 0.1;
  const room = p.w - du - dw - 0.8;
  const front = withMarks(p, () => [
    ...doubleDoor(du, 0.1, dw, 5.9, { color: p.doorColor, trim: p.trimColor, brace: 'x' }),
    ...(room > 2.6
      ? windowAt(p.w - room / 2 - 1.3, 2.7, room > 4 ? 2.6 : 1.8, 2.7, {
          trim: p.trimColor,
          flowers: true,
          ...(room > 5 ? { shutters: darken(p.doorColor, 0.2) } : {}),
        })
      : []),
  ]);
  const end = withMarks(p, (w, h) => [
    ...vent(w / 2 - 0.6, h - 2.3, 1.2, 1, p.trimColor),
    ...windowAt(w / 2 - 1.1, 2.8, 2.2, 2.6, { trim: p.trimColor }),
  ]);
  return [
    ...finish(
      p,
      {
        frame: eaveFront(-p.w / 2, -p.d / 2),
        profile: gableProfile(p.d, 7.2, p.d * 0.24),
        length: p.w,
        ends: [end, end],
        sides: [front, p.cladWall],
      },
      { eave: 0.8, rake: 0.7 },
    ),
    ...ramp(-p.w / 2 + du, p.d / 2, dw, BASE),
  ];
}

function gambrel(p: Parts): Panel[] {
  const dw = 5.4;
  const du = p.w / 2 - dw / 2;
  const side = (p.w - dw) / 2;
  const windows = side > 3 ? [side / 2 - 0.9, p.w - side / 2 - 0.9] : [];
  const front = withMarks(p, () => [
    ...doubleDoor(du, 0.1, dw, 6.1, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'z',
      lites: true,
    }),
    ...windows.flatMap((u) => windowAt(u, 2.8, 1.8, 2.6, { trim: p.trimColor, flowers: true })),
  ]);
  const end = withMarks(p, (w, h) => [
    ...windowAt(w / 2 - 1.1, 2.6, 2.2, 2.6, { trim: p.trimColor }),
    ...windowAt(w / 2 - 0.9, h - 3.6, 1.8, 1.8, { trim: p.trimColor }),
  ]);
  return [
    ...finish(
      p,
      {
        frame: eaveFront(-p.w / 2, -p.d / 2),
        profile: gambrelProfile(p.d, 7, p.d * 0.52),
        length: p.w,
        ends: [end, end],
        sides: [front, p.cladWall],
      },
      { eave: 0.35, rake: 0.45 },
    ),
    ...cupola(0, 7 + p.d * 0.52 + 0.4, 0, 1.5, p.trimColor, p.roofLook.color),
    ...ramp(-p.w / 2 + du, p.d / 2, dw, BASE),
  ];
}

function dutchBarn(p: Parts): Panel[] {
  const wallTop = 5.6;
  const rise = p.w * 0.56;
  const dw = Math.min(5.6, p.w * 0.56);
  const front = withMarks(p, (w, h) => [
    ...doubleDoor(w / 2 - dw / 2, 0.1, dw, 5.9, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'x',
    }),
    ...singleDoor(w / 2 - 0.95, h - 3.6, 1.9, 2.2, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'none',
    }),
    ...(w > 9.5
      ? [0.75, w - 1.95].flatMap((u) => windowAt(u, 3, 1.2, 2, { trim: p.trimColor, columns: 1 }))
      : []),
  ]);
  const ridge = wallTop + rise + p.roofLook.thickness + (p.snow === true ? 0.5 : 0);
  const z = p.d / 2 + 1;
  const knee = wallTop + rise * 0.82 + p.roofLook.thickness + (p.snow === true ? 0.5 : 0);
  const hood = (sign: number) =>
    panel(
      [
        [0, ridge, z],
        [sign * p.w * 0.2, knee, z],
        [0, ridge - 0.25, z + 2.3],
      ],
      p.snow === true ? rgb('#f4f6fa') : p.roofLook.color,
      {
        inside: [0, wallTop, z],
        graded: false,
      },
    );
  return [
    ...finish(
      p,
      {
        frame: gableFront(-p.w / 2, -p.d / 2),
        profile: gambrelProfile(p.w, wallTop, rise),
        length: p.d,
        ends: [front, p.cladWall],
        sides: [plainWindow(p), plainWindow(p)],
      },
      { eave: 1.05, rake: 1 },
    ),
    hood(1),
    hood(-1),
    ...bar([0, ridge - 0.9, z - 0.4], [0, ridge - 0.7, z + 1.7], 0.3, p.trimColor),
    ...ramp(-dw / 2, p.d / 2, dw, BASE),
  ];
}

function aFrame(p: Parts): Panel[] {
  const rise = p.w * 1.12;
  const wallTop = 1.4;
  const pane = (w: number): Point[] => [
    [w / 2 - 2, 8.3],
    [w / 2 + 2, 8.3],
    [w / 2, 8.3 + 4 * 1.12],
  ];
  const front = withMarks(p, (w) => [
    ...singleDoor(w / 2 - 1.6, 0.1, 3.2, 6.6, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'none',
      lites: true,
    }),
    {
      kind: 'area',
      points: [
        [w / 2 - 2.7, 7.9],
        [w / 2 + 2.7, 7.9],
        [w / 2, 7.9 + 5.9],
      ],
      color: p.trimColor,
      lift: 0.14,
    },
    { kind: 'glass', points: pane(w) },
    {
      kind: 'area',
      points: [
        [w / 2 - 0.1, 8.2],
        [w / 2 + 0.1, 8.2],
        [w / 2 + 0.1, 12.5],
        [w / 2 - 0.1, 12.5],
      ],
      color: p.trimColor,
    },
    ...lamp(w / 2 + 2.35, 5.4),
  ]);
  return [
    ...finish(
      p,
      {
        frame: gableFront(-p.w / 2, -p.d / 2),
        profile: gableProfile(p.w, wallTop, rise),
        length: p.d,
        ends: [front, p.cladWall],
        sides: [p.cladWall, p.cladWall],
      },
      { eave: 0.9, rake: 1.5, thickness: 0.55 },
    ),
    ...ramp(-1.6, p.d / 2, 3.2, BASE),
  ];
}

function farmhouse(p: Parts): Panel[] {
  const rise = p.w * 0.46;
  const black = { trim: INK, sash: INK };
  const small = p.w < 9;
  const front = withMarks(p, (w, h) => [
    ...doubleDoor(w / 2 - (small ? 2.1 : 2.5), 0.1, small ? 4.2 : 5, 6.4, {
      color: p.doorColor,
      trim: INK,
      brace: 'z',
      lites: true,
    }),
    ...windowAt(w / 2 - 1, h - 4.1, 2, 2, { ...black }),
    ...(w > 11
      ? [1.1, w - 2.6].flatMap((u) => windowAt(u, 2.6, 1.5, 3.6, { ...black, columns: 1, rows: 3 }))
      : []),
    ...lamp(w / 2, 8.3),
  ]);
  const side = withMarks(p, (w) =>
    [w * 0.2, w * 0.68].flatMap((u) => windowAt(u, 2.6, 1.9, 3.6, { ...black, rows: 3 })),
  );
  return [
    ...finish(
      p,
      {
        frame: gableFront(-p.w / 2, -p.d / 2),
        profile: gableProfile(p.w, 8.6, rise),
        length: p.d,
        ends: [front, p.cladWall],
        sides: [side, side],
      },
      { eave: 0.9, rake: 0.9, thickness: 0.34 },
    ),
    ...awning(
      -p.w / 2 + (small ? 0.8 : 1.6),
      8.6,
      p.d / 2,
      p.w - (small ? 1.6 : 3.2),
      p.roofLook.color,
      CEDAR,
    ),
    ...ramp(-2.4, p.d / 2, 4.8, BASE),
  ];
}

const BUILDERS: Record<Style, { faces: 'gable' | 'eave'; build: (p: Parts) => Panel[] }> = {
  'A-Frame': { faces: 'gable', build: aFrame },
  'Dutch Barn': { faces: 'gable', build: dutchBarn },
  Dormer: { faces: 'eave', build: (p) => dormer(p, BASE) },
  Porch: { faces: 'gable', build: (p) => porch(p, BASE) },
  'Modern Farmhouse': { faces: 'gable', build: farmhouse },
  Gable: { faces: 'eave', build: gable },
  Gambrel: { faces: 'eave', build: gambrel },
};

/** The panels of a shed that stands around the origin with its doors towards the viewer. */
export function shed(look: ShedLook): Panel[] {
  const { faces, build } = BUILDERS[look.style];
  return build(prepare(look, faces === 'gable'));
}

/** The footprint on the ground, width by depth in feet. */
export function footprint(look: ShedLook): { w: number; d: number } {
  const { w, d } = prepare(look, BUILDERS[look.style].faces === 'gable');
  return { w, d };
}

const HEIGHT: Record<Style, (w: number, d: number) => number> = {
  'A-Frame': (w) => 1.4 + w * 1.12,
  'Dutch Barn': (w) => 6 + w * 0.56,
  Dormer: (_, d) => 7.5 + d * 0.42,
  Porch: (w) => 8 + w * 0.4,
  'Modern Farmhouse': (w) => 9 + w * 0.46,
  Gable: (_, d) => 7.6 + d * 0.24,
  Gambrel: (_, d) => 9.5 + d * 0.52,
};

/** The ridge's height over the ground in feet. */
export function height(look: ShedLook): number {
  const { w, d } = footprint(look);
  return HEIGHT[look.style](w, d);
}
