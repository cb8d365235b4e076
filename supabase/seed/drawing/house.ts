import { blend, darken, type Rgb, rgb } from './color.ts';
import { garageDoor, lamp, singleDoor, vent, windowAt } from './openings.ts';
import { CREAM, WALNUT } from './palette.ts';
import { bar, box, type Mark, type Panel } from './panel.ts';
import { awning } from './parts.ts';
import { between, createRandom } from './random.ts';
import { type Cladding, clad, cornerTrim, type Roofing, rect } from './siding.ts';
import { eaveFront, gableFront, gableProfile, volume, type WallMarks } from './volume.ts';

/** How a house or garage is clad and covered. */
export type Finish = {
  wall: Rgb;
  cladding: Cladding;
  trim?: Rgb;
  roof?: Rgb;
  cover?: Roofing;
  door?: Rgb;
  /** Faded siding, stains and patched shingles. */
  worn?: boolean;
  gutters?: boolean;
  snow?: boolean;
};

export type House = Finish & {
  /** The footprint's back left corner; width along x, depth along z; feet. */
  x: number;
  z: number;
  w: number;
  d: number;
  storeys: 1 | 2;
  pitch?: number;
  /** Which way the roof runs. */
  faces?: 'eave' | 'gable';
  front?: 'door' | 'windows' | 'wide' | 'garage' | 'blank';
  doors?: 1 | 2;
  chimney?: boolean;
};

const BASE = 0.9;
const STOREY = 8.6;

function wear(w: number, h: number, seed: number): Mark[] {
  const random = createRandom(seed);
  const marks: Mark[] = [];
  for (let i = 0; i < w * 0.9; i++) {
    const u = random() * w;
    const top = between(random, h * 0.4, h);
    const long = between(random, 1, 4.5);
    const wide = between(random, 0.15, 0.7);
    marks.push({
      kind: 'area',
      points: [
        [u, top],
        [u + wide, top],
        [u + wide * 0.6, top - long],
        [u + wide * 0.2, top - long],
      ],
      color: rgb('#6e6252'),
      opacity: between(random, 0.08, 0.22),
    });
  }
  for (let i = 0; i < w / 3; i++) {
    marks.push({
      kind: 'area',
      points: rect(
        random() * w,
        random() * h * 0.5,
        between(random, 0.8, 3),
        between(random, 0.2, 0.4),
      ),
      color: rgb('#8f8774'),
      opacity: 0.5,
    });
  }
  marks.push({ kind: 'area', points: rect(0, 0, w, 0.9), color: rgb('#5b6147'), opacity: 0.3 });
  return marks;
}

function windowsRow(
  w: number,
  v: number,
  look: { trim: Rgb; door: Rgb },
  from: number,
  to: number,
): Mark[] {
  const span = to - from;
  const count = Math.max(1, Math.round(span / 7));
  const width = Math.min(3, span / count - 2.2);
  if (w < 5 || width < 1.2) return [];
  return Array.from(
    { length: count },
    (_, i) => from + ((i + 0.5) * span) / count - width / 2,
  ).flatMap((u) => windowAt(u, v, width, 3.9, { trim: look.trim, rows: 2, columns: 2 }));
}

function frontMarks(house: House, w: number, h: number, trim: Rgb, door: Rgb): Mark[] {
  const kind = house.front ?? 'door';
  const storeyTop =
    house.storeys === 2 ? windowsRow(w, STOREY + 2.6, { trim, door }, 1, w - 1) : [];
  if (kind === 'blank') return [];
  if (kind === 'windows') return [...windowsRow(w, 3, { trim, door }, 0.8, w - 0.8), ...storeyTop];
  if (kind === 'wide') {
    const span = w - 5;
    return [
      ...windowAt(2.5, 2.2, span, 5.2, { trim, columns: Math.round(span / 2.6), rows: 1 }),
      ...(house.faces === 'gable'
        ? windowAt(w / 2 - 2, h - 4.8, 4, 2.2, { trim, columns: 3, rows: 1 })
        : []),
    ];
  }
  if (kind === 'garage') {
    const doors = house.doors ?? 1;
    const dw = doors === 2 ? 8.6 : Math.min(9, w - 6);
    const marks: Mark[] = [];
    const gap = (w - doors * dw) / (doors + 1);
    const start = doors === 1 && w > 15 ? 2 : gap;
    for (let i = 0; i < doors; i++) {
      marks.push(
        ...garageDoor(start + i * (dw + gap), 0.02, dw, 7.4, door, trim),
        ...lamp(start + i * (dw + gap) + dw + gap / 2, 6.6),
      );
    }
    if (doors === 1 && w > 15) {
      marks.push(
        ...singleDoor(w - 4.6, 0.02, 3, 6.8, {
          color: blend(door, rgb('#6a3e2a'), 0.4),
          trim,
          brace: 'none',
          lites: true,
        }),
      );
    }
    if (house.faces === 'gable') marks.push(...windowAt(w / 2 - 1.4, h - 4.4, 2.8, 2.4, { trim }));
    return marks;
  }
  const middle = w / 2;
  return [
    ...singleDoor(middle - 1.6, 0.05, 3.2, 7, { color: door, trim, brace: 'none', lites: true }),
    ...windowsRow(w, 3, { trim, door }, 1, middle - 3),
    ...windowsRow(w, 3, { trim, door }, middle + 3, w - 1),
    ...storeyTop,
  ];
}

function gutters(house: House, top: number, color: Rgb): Panel[] {
  const { x, z, w, d } = house;
  const front = z + d + 0.95;
  const pipe = (at: number) => [
    ...bar([at, top - 0.35, front - 0.1], [at, top - 1.5, z + d + 0.2], 0.3, color),
    ...bar([at, top - 1.5, z + d + 0.2], [at, 0.4, z + d + 0.2], 0.3, color),
  ];
  return [
    ...box([x - 0.9, top - 0.62, front - 0.12], [w + 1.8, 0.46, 0.46], color),
    ...pipe(x + 0.5),
    ...pipe(x + w - 0.5),
  ];
}

/** The panels of a house, a garage or an addition. */
export function house(h: House): Panel[] {
  const { x, z, w, d } = h;
  const trim = h.trim ?? CREAM;
  const door = h.door ?? rgb('#a03a2c');
  const roof = h.roof ?? WALNUT;
  const faces = h.faces ?? 'eave';
  const top = BASE + STOREY * h.storeys;
  const span = faces === 'eave' ? d : w;
  const rise = span * (h.pitch ?? 0.3);
  const wall = h.worn === true ? blend(darken(h.wall, 0.1), rgb('#9b917c'), 0.3) : h.wall;
  const face: WallMarks = (ww, hh) => [
    ...clad(h.cladding, ww, hh, wall, h.cladding === 'boards'),
    ...cornerTrim(ww, hh, trim),
    ...(h.worn === true ? wear(ww, hh, 7) : []),
  ];
  const front: WallMarks = (ww, hh) => [...face(ww, hh), ...frontMarks(h, ww, hh, trim, door)];
  const side: WallMarks = (ww, hh) => [
    ...face(ww, hh),
    ...windowsRow(ww, 3, { trim, door }, 1.5, ww - 1.5),
    ...(h.storeys === 2 ? windowsRow(ww, STOREY + 2.6, { trim, door }, 2.5, ww - 2.5) : []),
    ...(faces === 'eave' ? vent(ww / 2 - 0.8, hh - 3, 1.6, 1.3, trim) : []),
  ];
  const body = volume({
    frame: faces === 'eave' ? eaveFront(x, z) : gableFront(x, z),
    profile: gableProfile(span, top, rise),
    base: BASE,
    length: faces === 'eave' ? w : d,
    wall,
    ends: faces === 'eave' ? [side, side] : [front, face],
    sides: faces === 'eave' ? [front, face] : [side, side],
    roof: {
      color: h.worn === true ? blend(roof, rgb('#8b8577'), 0.45) : roof,
      cover: h.cover ?? 'shingles',
      fascia: h.worn === true ? darken(trim, 0.22) : trim,
      eave: 1,
      rake: 0.9,
      thickness: 0.5,
      ...(h.snow === true ? { snow: 0.7 } : {}),
    },
  });
  const slope = rise / (span / 2);
  const eaveTop = top - slope / Math.hypot(1, slope) + 0.5;
  const chimneyBase = top + rise * 0.55;
  return [
    ...box([x + 0.15, 0, z + 0.15], [w - 0.3, BASE, d - 0.3], rgb('#b3aea4')).filter(
      (p) => p.normal[1] < 0.5,
    ),
    ...body,
    ...(h.gutters === true && faces === 'eave' ? gutters(h, eaveTop, trim) : []),
    ...(h.chimney === true
      ? box(
          [x + w * 0.72, chimneyBase, z + d / 2 - 1],
          [2.2, rise * 0.45 + 3.6, 2],
          rgb('#9c5f4b'),
          {
            marks: (cw, ch) =>
              Array.from(
                { length: Math.floor(ch / 0.34) },
                (_, i): Mark => ({
                  kind: 'line',
                  points: [
                    [0, i * 0.34],
                    [cw, i * 0.34],
                  ],
                  color: rgb('#d8c4b4'),
                  width: 0.06,
                  opacity: 0.6,
                }),
              ),
          },
        )
      : []),
    ...((h.front ?? 'door') === 'door'
      ? [
          ...awning(x + w / 2 - 3.2, 9.6, z + d, 6.4, roof, trim),
          ...box([x + w / 2 - 2.6, 0, z + d], [5.2, 0.85, 3], rgb('#c2bcb0')),
          ...box([x + w / 2 - 2.6, 0, z + d + 3], [5.2, 0.42, 1.2], rgb('#c2bcb0')),
        ]
      : []),
  ];
}
