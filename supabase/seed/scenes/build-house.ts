import {
  type Cladding,
  createCladding,
  createCornerTrim,
  createRoofCover,
  type Roofing,
} from '#drawing/geometry/cladding.ts';
import { blend, CREAM, darken, type Rgb, rgb, SNOW, WALNUT } from '#drawing/geometry/color.ts';
import { createRailing } from '#drawing/geometry/fixtures.ts';
import {
  createGarageDoor,
  createLamp,
  createSingleDoor,
  createVent,
  createWindow,
} from '#drawing/geometry/openings.ts';
import {
  createBar,
  createBox,
  createPanel,
  type Mark,
  type Panel,
} from '#drawing/geometry/panel.ts';
import type { Vec3 } from '#drawing/geometry/vector.ts';
import {
  createEaveFrame,
  createGableFrame,
  createGableProfile,
  createVolume,
  type WallMarks,
} from '#drawing/geometry/volume.ts';

/** One volume of a house, a garage or an addition, with its front towards the viewer. */
export type House = {
  /** The footprint's back left corner; width along x, depth along z; feet. */
  x: number;
  z: number;
  w: number;
  d: number;
  storeys: 1 | 2;
  wall: Rgb;
  cladding: Cladding;
  trim?: Rgb;
  /** The roof's edges and the eavestrough, if they differ from the trim. */
  fascia?: Rgb;
  roof?: Rgb;
  cover?: Roofing;
  door?: Rgb;
  shutters?: Rgb;
  gutters?: boolean;
  snow?: boolean;
  pitch?: number;
  /** The side of the roof towards the viewer. */
  faces?: 'eave' | 'gable';
  front?: Front;
  doors?: 1 | 2;
  chimney?: boolean;
  /** A covered porch along the front, as a share of its width. */
  porch?: number;
  /** Roof overhangs at the start and end; 0 if it meets another wall. */
  rakes?: readonly [number, number];
  /** The windows that are lit if lamps are on. */
  lamps?: 'all' | 'few';
};

/** The openings of the front wall. */
type Front = 'door' | 'windows' | 'wide' | 'garage' | 'entry';

/** The foundation's height in feet. */
const BASE = 0.9;
/** From one floor to the next in feet. */
const STOREY = 8.8;

/** Turns off the lamps behind two of three windows. */
function dimWindows(marks: readonly Mark[], lamps: House['lamps']): Mark[] {
  let count = 0;
  return marks.map((m) => {
    if (m.type !== 'glass' || lamps === 'all') return m;
    count += 1;
    return { ...m, warm: count % 3 === 1 };
  });
}

function createGutters(h: House, top: number, color: Rgb): Panel[] {
  const wall = h.z + h.d;
  const front = wall + 0.9;
  const pipe = (at: number) => [
    ...createBar([at, top - 0.3, front], [at, top - 1.4, wall + 0.2], 0.28, color),
    ...createBar([at, top - 1.4, wall + 0.2], [at, 0.5, wall + 0.2], 0.28, color),
  ];
  return [
    ...createBox([h.x - 0.9, top - 0.55, front - 0.08], [h.w + 1.8, 0.46, 0.46], color),
    ...pipe(h.x + 0.4),
    ...pipe(h.x + h.w - 0.4),
  ];
}

function createChimney(h: House, top: number, rise: number): Panel[] {
  const courses: WallMarks = (w, high) =>
    Array.from(
      { length: Math.floor(high / 0.34) },
      (_, i): Mark => ({
        type: 'line',
        points: [
          [0, i * 0.34],
          [w, i * 0.34],
        ],
        color: rgb('#dcc9ba'),
        width: 0.06,
        opacity: 0.6,
      }),
    );
  const x = h.x + h.w * 0.74;
  const z = h.z + h.d / 2 - 1;
  const base = top + rise * 0.7;
  const high = rise * 0.3 + 3.4;
  return [
    ...createBox([x, base, z], [2.4, high, 2], rgb('#a2604a'), { marks: courses }),
    ...createBox([x - 0.2, base + high, z - 0.2], [2.8, 0.35, 2.4], rgb('#c8bfb2')),
  ];
}

/** The height of the ridge over the ground, in feet. */
export function getRidgeHeight(h: House): number {
  const span = h.faces === 'gable' ? h.w : h.d;
  return BASE + STOREY * h.storeys + span * (h.pitch ?? 0.3);
}

/** The panels of one volume of a house, in feet. */
export function buildHouse(h: House): Panel[] {
  const { x, z, w, d } = h;
  const trim = h.trim ?? CREAM;
  const fascia = h.fascia ?? trim;
  const roof = h.roof ?? WALNUT;
  const cover = h.cover ?? 'shingles';
  const eaveFaces = (h.faces ?? 'eave') === 'eave';
  const top = BASE + STOREY * h.storeys;
  const span = eaveFaces ? d : w;
  const rise = span * (h.pitch ?? 0.3);
  const face: WallMarks = (a, b) => [
    ...createCladding(h.cladding, a, b, h.wall, h.cladding === 'boards'),
    ...createCornerTrim(a, b, blend(trim, h.wall, 0.04)),
  ];
  const front: WallMarks = (a, b) => [
    ...face(a, b),
    ...dimWindows(createFacade(h, a, b, trim), h.lamps),
  ];
  const side: WallMarks = (a, b) => [
    ...face(a, b),
    ...dimWindows(createFlankWindows(h, a, b, trim, eaveFaces), h.lamps),
  ];
  const slope = rise / (span / 2);
  const slabTop = top - slope / Math.hypot(1, slope) + 0.5;
  return [
    ...createBox([x + 0.12, 0, z + 0.12], [w - 0.24, BASE, d - 0.24], rgb('#bdb7ab')).filter(
      (p) => p.normal[1] < 0.5,
    ),
    ...createVolume({
      frame: eaveFaces ? createEaveFrame(x, z) : createGableFrame(x, z),
      profile: createGableProfile(span, top, rise),
      base: BASE,
      length: eaveFaces ? w : d,
      wall: h.wall,
      ends: eaveFaces ? [side, side] : [front, face],
      sides: eaveFaces ? [front, face] : [side, side],
      roof: {
        color: roof,
        cover,
        fascia,
        eave: 1,
        rake: 0.9,
        thickness: 0.5,
        ...(h.rakes === undefined ? {} : { rakes: h.rakes }),
        ...(h.snow === true ? { snow: 0.6 } : {}),
      },
    }),
    ...(h.gutters === true && eaveFaces ? createGutters(h, slabTop, fascia) : []),
    ...(h.chimney === true ? createChimney(h, top, rise) : []),
    ...(h.porch === undefined
      ? []
      : createVeranda({
          x: x + (w * (1 - h.porch)) / 2,
          z: z + d,
          w: w * h.porch,
          depth: 5.5,
          top: BASE + STOREY + 0.9,
          trim,
          fascia,
          roof,
          cover,
          snow: h.snow === true,
        })),
  ];
}

type Row = { from: number; to: number; sill: number; high?: number; shutters?: Rgb };

/** Windows at even distances between two points of a wall. */
function createWindowRow(trim: Rgb, { from, to, sill, high = 4.2, shutters }: Row): Mark[] {
  const span = to - from;
  const count = Math.max(1, Math.round(span / 8));
  const width = Math.min(3, span / count - 2);
  if (width < 1.2) return [];
  return Array.from(
    { length: count },
    (_, i) => from + ((i + 0.5) * span) / count - width / 2,
  ).flatMap((u) =>
    createWindow(u, sill, width, high, {
      trim,
      rows: 2,
      columns: 2,
      ...(shutters === undefined || span / count < 6 ? {} : { shutters }),
    }),
  );
}

function createGarageFront(h: House, w: number, top: number, trim: Rgb): Mark[] {
  const door = h.door ?? trim;
  const count = h.doors ?? 1;
  const dw = count === 2 ? 8.8 : Math.min(9.4, w - 4);
  const sideDoor = count === 1 && w > 17;
  const gap = (w - count * dw) / (count + 1);
  const marks: Mark[] = [];
  for (let i = 0; i < count; i++) {
    const u = sideDoor ? 2.2 : gap + i * (dw + gap);
    marks.push(...createGarageDoor(u, 0.02, dw, 7.2, door, trim));
    if (count === 2) marks.push(...createLamp(i === 0 ? gap / 2 : w - gap / 2, 6.4));
  }
  if (count === 2) marks.push(...createLamp(w / 2, 6.4));
  if (count === 1) marks.push(...createLamp(w / 2, 8.2));
  if (sideDoor) {
    const color = blend(door, rgb('#6a3e2a'), 0.5);
    marks.push(
      ...createSingleDoor(w - 4.8, 0.02, 3, 6.8, { color, trim, brace: 'none', lites: true }),
    );
  }
  if (h.faces === 'gable') marks.push(...createWindow(w / 2 - 1.5, top - 5, 3, 2.4, { trim }));
  return marks;
}

/** The doors and windows of a front wall of w by top feet. */
function createFacade(h: House, w: number, top: number, trim: Rgb): Mark[] {
  const color = h.door ?? rgb('#a03a2c');
  const shutters = h.shutters === undefined ? {} : { shutters: h.shutters };
  const upper =
    h.storeys === 2
      ? createWindowRow(trim, { from: 1, to: w - 1, sill: STOREY + 2.2, ...shutters })
      : [];
  const door = createSingleDoor(w / 2 - 1.7, 0.05, 3.4, 7.2, {
    color,
    trim,
    brace: 'none',
    lites: true,
  });
  switch (h.front ?? 'door') {
    case 'garage':
      return createGarageFront(h, w, top, trim);
    case 'entry':
      return [
        ...door,
        ...createLamp(w / 2, 8),
        ...createVent(w / 2 - 0.6, top - 2.6, 1.2, 1, trim),
      ];
    case 'windows':
      return [
        ...createWindowRow(trim, { from: 0.8, to: w - 0.8, sill: 2.8, ...shutters }),
        ...upper,
      ];
    case 'wide':
      return [
        ...createWindow(2, 1.6, w - 10, 6, { trim, columns: Math.round((w - 10) / 2.4), rows: 1 }),
        ...createSingleDoor(w - 5.6, 0.05, 3.6, 7.6, { color, trim, brace: 'none', lites: true }),
        ...createWindow(w / 2 - 2, top - 3.9, 4, 1.4, { trim, columns: 3, rows: 1 }),
        ...upper,
      ];
    default:
      return [
        ...createWindow(w / 2 - 3, 0.6, 0.8, 6.4, { trim, columns: 1, rows: 4 }),
        ...createWindow(w / 2 + 2.2, 0.6, 0.8, 6.4, { trim, columns: 1, rows: 4 }),
        ...door,
        ...createWindowRow(trim, { from: 0.8, to: w / 2 - 3.6, sill: 2.8, ...shutters }),
        ...createWindowRow(trim, { from: w / 2 + 3.6, to: w - 0.8, sill: 2.8, ...shutters }),
        ...upper,
      ];
  }
}

/** The windows of a side wall of w by top feet, and a vent in its gable. */
function createFlankWindows(h: House, w: number, top: number, trim: Rgb, gable: boolean): Mark[] {
  return [
    ...createWindowRow(trim, { from: 1.5, to: w - 1.5, sill: 2.8 }),
    ...(h.storeys === 2
      ? createWindowRow(trim, { from: 2.5, to: w - 2.5, sill: STOREY + 2.2 })
      : []),
    ...(gable ? createVent(w / 2 - 0.8, top - 3, 1.6, 1.3, trim) : []),
  ];
}

/** A covered porch along a front wall at z; x and w are its left end and width in feet. */
type Veranda = {
  x: number;
  z: number;
  w: number;
  depth: number;
  /** The underside of its roof at the wall. */
  top: number;
  trim: Rgb;
  fascia: Rgb;
  roof: Rgb;
  cover: Roofing;
  snow: boolean;
};

const DECK = rgb('#b9a07c');

function createRoofSlab(v: Veranda): Panel[] {
  const drop = 1.5;
  const out = v.z + v.depth + 0.7;
  const [left, right] = [v.x - 0.6, v.x + v.w + 0.6];
  const thick = v.snow ? 0.85 : 0.36;
  const corners = (lift: number): [Vec3, Vec3, Vec3, Vec3] => [
    [left, v.top + lift, v.z + 0.02],
    [right, v.top + lift, v.z + 0.02],
    [right, v.top - drop + lift, out],
    [left, v.top - drop + lift, out],
  ];
  const low = corners(0);
  const high = corners(thick);
  const middle: Vec3 = [v.x + v.w / 2, v.top - drop / 2, v.z + v.depth / 2];
  const edge = (a: Vec3, b: Vec3, c: Vec3, d: Vec3) =>
    createPanel([a, b, c, d], v.fascia, { inside: middle, graded: false, casts: false });
  return [
    createPanel(high, v.snow ? SNOW : v.roof, {
      inside: [middle[0], -50, v.z],
      graded: false,
      marks: (w, h) => (v.snow ? [] : createRoofCover(v.cover, w, h, v.roof, 3)),
    }),
    createPanel(low, darken(v.trim, 0.2), {
      inside: [middle[0], 1000, v.z],
      graded: false,
      casts: false,
    }),
    edge(low[3], low[2], high[2], high[3]),
    edge(low[0], low[3], high[3], high[0]),
    edge(low[1], low[2], high[2], high[1]),
  ];
}

/** The deck, steps, posts, railings and roof of a porch, in feet. */
function createVeranda(v: Veranda): Panel[] {
  const z = v.z + v.depth;
  const beam = v.top - 1.75;
  const bays = 2 * Math.round(v.w / 14) + 1;
  const middle = Math.floor((bays - 1) / 2);
  const at = (i: number) => v.x + 0.3 + ((v.w - 0.6) * i) / bays;
  const posts = Array.from({ length: bays + 1 }, (_, i) =>
    createBox([at(i) - 0.28, BASE, z - 0.6], [0.56, beam - BASE, 0.56], v.trim),
  ).flat();
  const rails = Array.from({ length: bays }, (_, i) =>
    i === middle ? [] : createRailing([at(i), BASE, z - 0.32], [at(i + 1), BASE, z - 0.32], v.trim),
  ).flat();
  const steps = [0, 1].flatMap((i) =>
    createBox(
      [at(middle) + 0.4, 0, z + 0.02 + i * 1.1],
      [at(middle + 1) - at(middle) - 0.8, 0.62 - i * 0.3, 1.1],
      DECK,
    ),
  );
  return [
    ...createBox([v.x, 0, v.z + 0.02], [v.w, BASE, v.depth], DECK),
    ...steps,
    ...posts,
    ...rails,
    ...createBar([v.x, beam + 0.25, z - 0.32], [v.x + v.w, beam + 0.25, z - 0.32], 0.5, v.trim),
    ...createRoofSlab(v),
  ];
}
