import type { View } from '#drawing/geometry/camera.ts';
import { blend, darken, lighten, multiply, type Rgb, rgb, toHex } from '#drawing/geometry/color.ts';
import { getIrradiance, illuminate, type Light } from '#drawing/geometry/light.ts';
import { type Random, randomBetween } from '#drawing/geometry/random.ts';
import { normalize, type Vec3 } from '#drawing/geometry/vector.ts';
import { createEllipse, createPath, fillOpacity, formatNumber, toPath } from './svg.ts';

/** The season of a scene. */
export type Season = 'summer' | 'autumn' | 'winter' | 'spring';

const UP: Vec3 = [0, 1, 0];

export const GRASS: Record<
  Season,
  { near: Rgb; far: Rgb; blade: readonly Rgb[]; dots: readonly Rgb[] }
> = {
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

/** A surface on the ground, with its outline in feet. */
export type Ground = { outline: readonly Vec3[]; kind: 'gravel' | 'concrete' | 'earth' | 'water' };

/** How far the ground around a building reaches beside and behind it, and in front of its doors; feet. */
export const PAD = { margin: 1.5, inFront: 3.8 };

const SURFACE: Record<Ground['kind'], Rgb> = {
  gravel: rgb('#cfc4b0'),
  concrete: rgb('#d3d0c8'),
  earth: rgb('#a58a68'),
  water: rgb('#7fa9c0'),
};

/** The normal of grass: blades are upright, so a low sun lights them more than flat ground. */
export const getBladeNormal = (light: Light): Vec3 =>
  normalize([light.sun[0] * 0.42, 0.95, light.sun[2] * 0.42]);

/** Paints the lawn, field or snow as SVG, from the horizon to the viewer. */
export function paintLawn(view: View, light: Light, season: Season, random: Random): string {
  const { width: w, height: h, horizonY } = view;
  const { near, far } = GRASS[season];
  const blades = getBladeNormal(light);
  const farLit = blend(illuminate(far, light, blades), light.haze, 0.3);
  const nearLit = illuminate(near, light, blades);
  let out =
    `<linearGradient id="lawn" x1="0" y1="${formatNumber(horizonY)}" x2="0" y2="${h}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${toHex(farLit)}"/><stop offset="0.3" stop-color="${toHex(blend(farLit, nearLit, 0.6))}"/><stop offset="1" stop-color="${toHex(darken(nearLit, season === 'winter' ? 0.04 : 0.13))}"/></linearGradient>` +
    `<rect x="0" y="${formatNumber(horizonY)}" width="${w}" height="${formatNumber(h - horizonY)}" fill="url(#lawn)"/>`;
  for (let i = 0; i < 26; i++) {
    const t = randomBetween(random, 0, 1) ** 1.6;
    const y = horizonY + (h - horizonY) * t;
    const tint = random() < 0.5 ? lighten(nearLit, 0.2) : darken(nearLit, 0.16);
    out += createEllipse(
      w * random(),
      y,
      w * randomBetween(random, 0.08, 0.28),
      2 + h * 0.028 * t,
      tint,
      fillOpacity(season === 'winter' ? 0.16 : 0.2),
    );
  }
  return out;
}

/** Open water: the sky upside down, a pale shore, and glints. */
function paintWater(outline: readonly Vec3[], view: View, light: Light, random: Random): string {
  const d = toPath(view.polygon(outline));
  const ys = view.polygon(outline).map(([, y]) => y);
  const low = Math.max(...ys);
  const [zenith, middle, horizon] = light.sky;
  let glints = '';
  for (let i = 0; i < 90; i++) {
    const t = random() ** 2;
    const y = view.horizonY + (low - view.horizonY) * t;
    const long = view.width * randomBetween(random, 0.01, 0.04) * (0.4 + t);
    const tint = random() < 0.6 ? lighten(horizon, 0.4) : darken(zenith, 0.2);
    glints += createEllipse(view.width * random(), y, long, 0.8 + t * 1.6, tint, fillOpacity(0.4));
  }
  return (
    `<linearGradient id="lake" x1="0" y1="${formatNumber(view.horizonY)}" x2="0" y2="${formatNumber(low)}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${toHex(blend(horizon, middle, 0.3))}"/><stop offset="0.4" stop-color="${toHex(middle)}"/><stop offset="1" stop-color="${toHex(darken(zenith, 0.15))}"/></linearGradient>` +
    `<clipPath id="shore"><path d="${d}"/></clipPath>` +
    createPath(
      d,
      'url(#lake)',
      ` stroke="${toHex(illuminate(rgb('#cdbf9f'), light, UP))}" stroke-width="9" stroke-linejoin="round"`,
    ) +
    `<g clip-path="url(#shore)">${createPath(d, 'url(#lake)')}${glints}</g>`
  );
}

/** Paints a pad, a slab or a path as SVG, with stones on it. */
export function paintGround(
  surface: Ground,
  view: View,
  light: Light,
  random: Random,
  winter: boolean,
): string {
  if (surface.kind === 'water') return paintWater(surface.outline, view, light, random);
  const color = winter ? blend(SURFACE[surface.kind], rgb('#eef2f7'), 0.72) : SURFACE[surface.kind];
  const d = toPath(view.polygon(surface.outline));
  const id = `g${Math.round(random() * 1e6)}`;
  let stones = '';
  const xs = surface.outline.map((p) => p[0]);
  const zs = surface.outline.map((p) => p[2]);
  const [x0, x1, z0, z1] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  const base = illuminate(color, light, UP);
  const count =
    surface.kind === 'concrete'
      ? 60
      : winter
        ? 70
        : Math.min(900, 40 + (x1 - x0) * (z1 - z0) * 1.6);
  for (let i = 0; i < count; i++) {
    const p: Vec3 = [randomBetween(random, x0, x1), 0, randomBetween(random, z0, z1)];
    if (view.depth(p) < 4) continue;
    const [x, y] = view.project(p);
    const r = view.scaleAt(p) * randomBetween(random, 0.05, 0.13);
    if (r < 0.5) continue;
    stones +=
      createEllipse(x, y + r * 0.2, r, r * 0.45, darken(base, 0.32), fillOpacity(0.5)) +
      createEllipse(
        x,
        y,
        r * 0.85,
        r * 0.34,
        random() < 0.5 ? lighten(base, 0.24) : darken(base, 0.1),
        fillOpacity(0.9),
      );
  }
  return (
    `<clipPath id="${id}"><path d="${d}"/></clipPath>` +
    createPath(
      d,
      darken(base, 0.18),
      ` stroke="${toHex(darken(base, 0.18))}" stroke-width="7" stroke-linejoin="round" stroke-opacity="0.5"`,
    ) +
    createPath(d, base) +
    `<g clip-path="url(#${id})">${stones}</g>`
  );
}

/**
 * Paints grass, flowers or fallen leaves as SVG.
 * @param options the strip between two distances from the viewer in feet, and areas to leave out
 */
export function paintTufts(
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
    const px = randomBetween(random, -0.05, 1.05) * view.width;
    const [x0] = view.project([0, 0, view.eye[2] - depth]);
    const s = view.scaleAt([0, 0, view.eye[2] - depth]);
    const p: Vec3 = [(px - x0) / s, 0, view.eye[2] - depth];
    if (options.clear(p[0], p[2]) || view.depth(p) < 3) continue;
    const [x, y] = view.project(p);
    const k = view.scaleAt(p);
    const color = illuminate(
      blade[Math.floor(random() * blade.length)] ?? rgb('#6a8a41'),
      light,
      getBladeNormal(light),
    );
    let svg = '';
    if (!winter || random() < 0.12) {
      const n = 3 + Math.floor(random() * 3);
      for (let j = 0; j < n; j++) {
        const lean = randomBetween(random, -0.3, 0.3) * k * 0.5;
        const tall = randomBetween(random, 0.16, 0.42) * k;
        const dx = (j - n / 2) * k * 0.07;
        const wide = Math.max(0.5, k * 0.03);
        svg += `M${formatNumber(x + dx - wide)} ${formatNumber(y)}Q${formatNumber(x + dx + lean * 0.3)} ${formatNumber(y - tall * 0.6)} ${formatNumber(x + dx + lean)} ${formatNumber(y - tall)}Q${formatNumber(x + dx + lean * 0.4 + wide)} ${formatNumber(y - tall * 0.5)} ${formatNumber(x + dx + wide)} ${formatNumber(y)}Z`;
      }
      svg = createPath(svg, color, fillOpacity(0.85));
    }
    if (random() < (season === 'autumn' ? 0.5 : 0.1)) {
      const dot = multiply(
        dots[Math.floor(random() * dots.length)] ?? color,
        getIrradiance(light, UP),
      );
      const r = k * randomBetween(random, 0.05, 0.1);
      const lift = season === 'autumn' ? 0 : k * 0.25;
      svg += createEllipse(x + k * 0.2, y - lift, r, r * (season === 'autumn' ? 0.5 : 0.85), dot);
    }
    items.push({ y, svg });
  }
  return items
    .sort((a, b) => a.y - b.y)
    .map((item) => item.svg)
    .join('');
}
