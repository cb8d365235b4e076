import { createBar, createBox, type Mark, type Panel } from '../building/panel.ts';
import { createGableProfile } from '../building/roof-profile.ts';
import { createCladding, createCornerTrim } from '../building/siding.ts';
import {
  createEaveFrame,
  createGableFrame,
  createVolume,
  type WallMarks,
} from '../building/volume.ts';
import { blend, type Rgb, rgb } from '../color.ts';
import { CREAM, WALNUT } from '../palette.ts';
import { createFacade, createFlankWindows } from './facade.ts';
import { BASE, type House, STOREY } from './house-plan.ts';
import { createVeranda } from './veranda.ts';

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
