import { blend, type Rgb, rgb } from './color.ts';
import { facade, flankWindows } from './facade.ts';
import { BASE, type House, STOREY } from './house-plan.ts';
import { CREAM, WALNUT } from './palette.ts';
import { bar, box, type Mark, type Panel } from './panel.ts';
import { clad, cornerTrim } from './siding.ts';
import { veranda } from './veranda.ts';
import { eaveFront, gableFront, gableProfile, volume, type WallMarks } from './volume.ts';

/** Leaves light in every third window only. */
function dimmed(marks: readonly Mark[], lamps: House['lamps']): Mark[] {
  let count = 0;
  return marks.map((m) => {
    if (m.kind !== 'glass' || lamps === 'all') return m;
    count += 1;
    return { ...m, warm: count % 3 === 1 };
  });
}

function gutters(h: House, top: number, color: Rgb): Panel[] {
  const wall = h.z + h.d;
  const front = wall + 0.9;
  const pipe = (at: number) => [
    ...bar([at, top - 0.3, front], [at, top - 1.4, wall + 0.2], 0.28, color),
    ...bar([at, top - 1.4, wall + 0.2], [at, 0.5, wall + 0.2], 0.28, color),
  ];
  return [
    ...box([h.x - 0.9, top - 0.55, front - 0.08], [h.w + 1.8, 0.46, 0.46], color),
    ...pipe(h.x + 0.4),
    ...pipe(h.x + h.w - 0.4),
  ];
}

function chimney(h: House, top: number, rise: number): Panel[] {
  const courses: WallMarks = (w, high) =>
    Array.from(
      { length: Math.floor(high / 0.34) },
      (_, i): Mark => ({
        kind: 'line',
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
    ...box([x, base, z], [2.4, high, 2], rgb('#a2604a'), { marks: courses }),
    ...box([x - 0.2, base + high, z - 0.2], [2.8, 0.35, 2.4], rgb('#c8bfb2')),
  ];
}

/** The height of the roof's ridge. */
export function ridge(h: House): number {
  const span = h.faces === 'gable' ? h.w : h.d;
  return BASE + STOREY * h.storeys + span * (h.pitch ?? 0.3);
}

/** The panels of one volume. */
export function house(h: House): Panel[] {
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
    ...clad(h.cladding, a, b, h.wall, h.cladding === 'boards'),
    ...cornerTrim(a, b, blend(trim, h.wall, 0.04)),
  ];
  const front: WallMarks = (a, b) => [...face(a, b), ...dimmed(facade(h, a, b, trim), h.lamps)];
  const side: WallMarks = (a, b) => [
    ...face(a, b),
    ...dimmed(flankWindows(h, a, b, trim, eaveFaces), h.lamps),
  ];
  const slope = rise / (span / 2);
  const slabTop = top - slope / Math.hypot(1, slope) + 0.5;
  return [
    ...box([x + 0.12, 0, z + 0.12], [w - 0.24, BASE, d - 0.24], rgb('#bdb7ab')).filter(
      (p) => p.normal[1] < 0.5,
    ),
    ...volume({
      frame: eaveFaces ? eaveFront(x, z) : gableFront(x, z),
      profile: gableProfile(span, top, rise),
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
    ...(h.gutters === true && eaveFaces ? gutters(h, slabTop, fascia) : []),
    ...(h.chimney === true ? chimney(h, top, rise) : []),
    ...(h.porch === undefined
      ? []
      : veranda({
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
