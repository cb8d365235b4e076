import type { View } from './camera.ts';
import { blend, darken, hex, lighten, type Rgb, rgb, times } from './color.ts';
import { type Light, lit, received } from './light.ts';
import { between, type Random } from './random.ts';
import { alpha, ellipse, num, path, shape } from './svg.ts';
import { unit, type Vec3 } from './vector.ts';

export type Season = 'summer' | 'autumn' | 'winter' | 'spring';

const UP: Vec3 = [0, 1, 0];

const GRASS: Record<Season, { near: Rgb; far: Rgb; blade: readonly Rgb[]; dots: readonly Rgb[] }> =
  {
    summer: {
      near: rgb('#7d9a4e'),
      far: rgb('#a9b971'),
      blade: [rgb('#6a8a41'), rgb('#8fac58'), rgb('#5a783c'), rgb('#a5bb66')],
      dots: [rgb('#f6efdc'), rgb('#f0d06a'), rgb('#e9e4f2')],
    },
    spring: {
      near: rgb('#86a557'),
      far: rgb('#b3c67d'),
      blade: [rgb('#74964a'), rgb('#9aba62'), rgb('#648648')],
      dots: [rgb('#f3d44f'), rgb('#f6d94f'), rgb('#ffffff')],
    },
    autumn: {
      near: rgb('#97954f'),
      far: rgb('#c2b573'),
      blade: [rgb('#83833f'), rgb('#aaa45a'), rgb('#747638')],
      dots: [rgb('#d9772f'), rgb('#c2482b'), rgb('#e3ae3e'), rgb('#a8542d')],
    },
    winter: {
      near: rgb('#f1f4f8'),
      far: rgb('#f8f6f4'),
      blade: [rgb('#b3a27c'), rgb('#94835f')],
      dots: [rgb('#ffffff')],
    },
  };

/** A gravel or paved surface on the ground, or a strip of it. */
export type Ground = { outline: readonly Vec3[]; kind: 'gravel' | 'concrete' | 'earth' | 'water' };

const SURFACE: Record<Ground['kind'], Rgb> = {
  gravel: rgb('#cfc4b0'),
  concrete: rgb('#d3d0c8'),
  earth: rgb('#a58a68'),
  water: rgb('#7fa9c0'),
};

/** The way grass faces: blades stand upright, so a low sun lights them more than flat ground. */
const standing = (light: Light): Vec3 => unit([light.sun[0] * 0.42, 0.95, light.sun[2] * 0.42]);

/** The lawn, field or snow from the horizon to the viewer. */
export function lawn(view: View, light: Light, season: Season, random: Random): string {
  const { width: w, height: h, horizonY } = view;
  const { near, far } = GRASS[season];
  const blades = standing(light);
  const farLit = blend(lit(far, light, blades), light.haze, 0.3);
  const nearLit = lit(near, light, blades);
  let out =
    `<linearGradient id="lawn" x1="0" y1="${num(horizonY)}" x2="0" y2="${h}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${hex(farLit)}"/><stop offset="0.3" stop-color="${hex(blend(farLit, nearLit, 0.6))}"/><stop offset="1" stop-color="${hex(darken(nearLit, season === 'winter' ? 0.04 : 0.13))}"/></linearGradient>` +
    `<rect x="0" y="${num(horizonY)}" width="${w}" height="${num(h - horizonY)}" fill="url(#lawn)"/>`;
  for (let i = 0; i < 26; i++) {
    const t = between(random, 0, 1) ** 1.6;
    const y = horizonY + (h - horizonY) * t;
    const tint = random() < 0.5 ? lighten(nearLit, 0.2) : darken(nearLit, 0.16);
    out += ellipse(
      w * random(),
      y,
      w * between(random, 0.08, 0.28),
      2 + h * 0.028 * t,
      tint,
      alpha(season === 'winter' ? 0.16 : 0.2),
    );
  }
  return out;
}

/** Open water: the sky upside down, a pale shore, and glints. */
function water(outline: readonly Vec3[], view: View, light: Light, random: Random): string {
  const d = path(view.polygon(outline));
  const ys = view.polygon(outline).map(([, y]) => y);
  const low = Math.max(...ys);
  const [zenith, middle, horizon] = light.sky;
  let glints = '';
  for (let i = 0; i < 90; i++) {
    const t = random() ** 2;
    const y = view.horizonY + (low - view.horizonY) * t;
    const long = view.width * between(random, 0.01, 0.04) * (0.4 + t);
    const tint = random() < 0.6 ? lighten(horizon, 0.4) : darken(zenith, 0.2);
    glints += ellipse(view.width * random(), y, long, 0.8 + t * 1.6, tint, alpha(0.4));
  }
  return (
    `<linearGradient id="lake" x1="0" y1="${num(view.horizonY)}" x2="0" y2="${num(low)}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${hex(blend(horizon, middle, 0.3))}"/><stop offset="0.4" stop-color="${hex(middle)}"/><stop offset="1" stop-color="${hex(darken(zenith, 0.15))}"/></linearGradient>` +
    `<clipPath id="shore"><path d="${d}"/></clipPath>` +
    shape(
      d,
      'url(#lake)',
      ` stroke="${hex(lit(rgb('#cdbf9f'), light, UP))}" stroke-width="9" stroke-linejoin="round"`,
    ) +
    `<g clip-path="url(#shore)">${shape(d, 'url(#lake)')}${glints}</g>`
  );
}

/** A gravel pad, a slab or a path with stones on it. */
export function ground(
  surface: Ground,
  view: View,
  light: Light,
  random: Random,
  winter: boolean,
): string {
  if (surface.kind === 'water') return water(surface.outline, view, light, random);
  const color = winter ? blend(SURFACE[surface.kind], rgb('#eef2f7'), 0.72) : SURFACE[surface.kind];
  const d = path(view.polygon(surface.outline));
  const id = `g${Math.round(random() * 1e6)}`;
  let stones = '';
  const xs = surface.outline.map((p) => p[0]);
  const zs = surface.outline.map((p) => p[2]);
  const [x0, x1, z0, z1] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  const base = lit(color, light, UP);
  const count =
    surface.kind === 'concrete'
      ? 60
      : winter
        ? 70
        : Math.min(900, 40 + (x1 - x0) * (z1 - z0) * 1.6);
  for (let i = 0; i < count; i++) {
    const p: Vec3 = [between(random, x0, x1), 0, between(random, z0, z1)];
    if (view.depth(p) < 4) continue;
    const [x, y] = view.project(p);
    const r = view.scaleAt(p) * between(random, 0.05, 0.13);
    if (r < 0.5) continue;
    stones +=
      ellipse(x, y + r * 0.2, r, r * 0.45, darken(base, 0.32), alpha(0.5)) +
      ellipse(
        x,
        y,
        r * 0.85,
        r * 0.34,
        random() < 0.5 ? lighten(base, 0.24) : darken(base, 0.1),
        alpha(0.9),
      );
  }
  return (
    `<clipPath id="${id}"><path d="${d}"/></clipPath>` +
    shape(
      d,
      darken(base, 0.18),
      ` stroke="${hex(darken(base, 0.18))}" stroke-width="7" stroke-linejoin="round" stroke-opacity="0.5"`,
    ) +
    shape(d, base) +
    `<g clip-path="url(#${id})">${stones}</g>`
  );
}

/** Blades of grass, flowers or fallen leaves in the strip between two distances from the viewer. */
export function tufts(
  view: View,
  light: Light,
  season: Season,
  random: Random,
  options: { from: number; to: number; count: number; clear: (x: number, z: number) => boolean },
): string {
  const { blade, dots } = GRASS[season];
  const items: { y: number; svg: string }[] = [];
  const winter = season === 'winter';
  for (let i = 0; i < options.count; i++) {
    const depth = options.from + (options.to - options.from) * random() ** 1.5;
    const px = between(random, -0.05, 1.05) * view.width;
    const [x0] = view.project([0, 0, view.eye[2] - depth]);
    const s = view.scaleAt([0, 0, view.eye[2] - depth]);
    const p: Vec3 = [(px - x0) / s, 0, view.eye[2] - depth];
    if (options.clear(p[0], p[2]) || view.depth(p) < 3) continue;
    const [x, y] = view.project(p);
    const k = view.scaleAt(p);
    const color = lit(
      blade[Math.floor(random() * blade.length)] ?? rgb('#6a8a41'),
      light,
      standing(light),
    );
    let svg = '';
    if (!winter || random() < 0.12) {
      const n = 3 + Math.floor(random() * 3);
      for (let j = 0; j < n; j++) {
        const lean = between(random, -0.3, 0.3) * k * 0.5;
        const tall = between(random, 0.16, 0.42) * k;
        const dx = (j - n / 2) * k * 0.07;
        const wide = Math.max(0.5, k * 0.03);
        svg += `M${num(x + dx - wide)} ${num(y)}Q${num(x + dx + lean * 0.3)} ${num(y - tall * 0.6)} ${num(x + dx + lean)} ${num(y - tall)}Q${num(x + dx + lean * 0.4 + wide)} ${num(y - tall * 0.5)} ${num(x + dx + wide)} ${num(y)}Z`;
      }
      svg = shape(svg, color, alpha(0.85));
    }
    if (random() < (season === 'autumn' ? 0.5 : 0.1)) {
      const dot = times(dots[Math.floor(random() * dots.length)] ?? color, received(light, UP));
      const r = k * between(random, 0.05, 0.1);
      const lift = season === 'autumn' ? 0 : k * 0.25;
      svg += ellipse(x + k * 0.2, y - lift, r, r * (season === 'autumn' ? 0.5 : 0.85), dot);
    }
    items.push({ y, svg });
  }
  return items
    .sort((a, b) => a.y - b.y)
    .map((item) => item.svg)
    .join('');
}
