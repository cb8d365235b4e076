import { blend, darken, lighten, multiply, type Rgb, rgb, toHex } from '#drawing/geometry/color.ts';
import { getIrradiance, type Light } from '#drawing/geometry/light.ts';
import { type Random, randomBetween } from '#drawing/geometry/random.ts';
import { createPath, formatNumber, scallopPath } from './svg.ts';

/** The position of a tree: its foot in pixels, pixels per foot, and the side of the sun (1 or -1). */
export type Brush = {
  x: number;
  y: number;
  s: number;
  side: number;
  light: Light;
  random: Random;
  leaf: Rgb;
};

/** A leaf mass's tones, from its shade to the leaves that catch the sun. */
export function getLeafTones(leaf: Rgb, light: Light): readonly [Rgb, Rgb, Rgb, Rgb, Rgb] {
  const sunny = multiply(
    leaf,
    getIrradiance(light, [light.sun[0] * 0.8, 0.55, light.sun[2] * 0.8]),
  );
  const shade = multiply(leaf, getIrradiance(light, [0, 0.3, 0], false));
  const dark = darken(blend(shade, light.sky[0], 0.1), 0.16);
  return [
    dark,
    blend(dark, sunny, 0.3),
    blend(dark, sunny, 0.6),
    blend(dark, sunny, 0.88),
    lighten(blend(sunny, light.glow, 0.24), 0.12),
  ];
}

function paintTrunk(b: Brush, h: number, color: Rgb): string {
  const { x, y, s } = b;
  const w = h * 0.028 * s;
  const top = y - h * 0.55 * s;
  const lit = multiply(color, getIrradiance(b.light, [b.side, 0, 0.3]));
  const dark = multiply(color, getIrradiance(b.light, [-b.side, 0, 0], false));
  const limb = (t: number, dx: number) =>
    `M${formatNumber(x)} ${formatNumber(y - h * 0.28 * s)}Q${formatNumber(x + dx * 0.3)} ${formatNumber(y - h * 0.4 * s)} ${formatNumber(x + dx)} ${formatNumber(y - h * t * s)}`;
  return (
    createPath(
      `M${formatNumber(x - w * 1.5)} ${formatNumber(y)}Q${formatNumber(x - w)} ${formatNumber(y - h * 0.12 * s)} ${formatNumber(x - w * 0.7)} ${formatNumber(top)}L${formatNumber(x + w * 0.7)} ${formatNumber(top)}Q${formatNumber(x + w)} ${formatNumber(y - h * 0.12 * s)} ${formatNumber(x + w * 1.5)} ${formatNumber(y)}Z`,
      dark,
    ) +
    createPath(
      `M${formatNumber(x + b.side * w * 1.4)} ${formatNumber(y)}L${formatNumber(x + b.side * w * 0.7)} ${formatNumber(top)}L${formatNumber(x)} ${formatNumber(top)}L${formatNumber(x + b.side * w * 0.2)} ${formatNumber(y)}Z`,
      lit,
    ) +
    [
      [0.58, -0.16],
      [0.62, 0.17],
      [0.7, 0.05],
    ]
      .map(
        ([t = 0, dx = 0]) =>
          `<path d="${limb(t, dx * h * s)}" fill="none" stroke="rgb(${dark.map(Math.round).join(',')})" stroke-width="${formatNumber(w)}"/>`,
      )
      .join('')
  );
}

type Lobe = { x: number; y: number; r: number };

const dabPath = (x: number, y: number, rx: number, ry: number): string =>
  `M${formatNumber(x - rx)} ${formatNumber(y)}a${formatNumber(rx)} ${formatNumber(ry)} 0 1 0 ${formatNumber(rx * 2)} 0a${formatNumber(rx)} ${formatNumber(ry)} 0 1 0 ${formatNumber(-rx * 2)} 0`;

/** The leaves of one lobe as dabs, brighter towards the sun; one path for each tone. */
function paintLeaves(
  lobe: Lobe,
  exposure: number,
  b: Brush,
  palette: readonly Rgb[],
  count: number,
): string {
  const { random, side } = b;
  const paths = palette.map(() => '');
  const size = Math.max(1.4, lobe.r * (0.17 - Math.min(0.07, lobe.r * 0.0009)));
  for (let i = 0; i < count; i++) {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random()) * 1.04;
    const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach * 0.94];
    const sun = dx * side * 0.5 - dy * 0.75 + exposure * 0.75 + randomBetween(random, -0.42, 0.42);
    const tone = Math.min(palette.length - 1, Math.max(0, Math.round(1.7 + sun * 1.75)));
    const r = size * randomBetween(random, 0.6, 1.25);
    paths[tone] += dabPath(lobe.x + dx * lobe.r, lobe.y + dy * lobe.r, r * 1.2, r * 0.85);
  }
  return paths.map((d, i) => createPath(d, palette[i] ?? palette[0] ?? rgb('#000000'))).join('');
}

/** A crown of leaves over the foot at x, y: its middle, half width and half height in tree heights. */
function paintCrown(b: Brush, h: number, cy: number, rx: number, ry: number): string {
  const { x, y, s, side, random } = b;
  const palette = getLeafTones(b.leaf, b.light);
  const unit = h * s;
  const count = 19;
  const turn = random() * 6;
  const centre = y - cy * unit;
  const lobes = Array.from({ length: count }, (_, i): Lobe => {
    const angle = turn + i * 2.4;
    const reach = Math.sqrt((i + 0.4) / count) * randomBetween(random, 0.86, 1.06);
    const up = Math.sin(angle) * reach;
    return {
      x: x + Math.cos(angle) * reach * rx * unit * (up < -0.3 ? 0.82 : 1),
      y: centre - up * ry * unit,
      r: unit * randomBetween(random, 0.085, 0.125) * (1.3 - reach * 0.45) * ((rx + ry) / 0.62),
    };
  });
  const getExposure = (p: Lobe) =>
    (((p.x - x) * side) / (rx * unit)) * 0.55 + ((centre - p.y) / (ry * unit)) * 0.6;
  lobes.sort((m, n) => getExposure(m) - getExposure(n));
  const mass = lobes.map((p) => scallopPath(p.x, p.y, p.r * 1.03, p.r, 11, random() * 3)).join('');
  const dabs = Math.round(Math.min(120, 18 + unit * 0.08));
  return (
    createPath(mass, palette[0]) +
    lobes
      .map((p) => {
        const exposure = getExposure(p);
        const under = exposure > 0.1 ? palette[2] : exposure > -0.45 ? palette[1] : palette[0];
        return (
          createPath(
            scallopPath(
              p.x + side * p.r * 0.08,
              p.y - p.r * 0.1,
              p.r * 0.9,
              p.r * 0.86,
              10,
              random(),
            ),
            blend(palette[0], under, 0.75),
          ) + paintLeaves(p, exposure, b, palette, dabs)
        );
      })
      .join('')
  );
}

/** Paints a broad tree with a round crown; h in feet. */
export const paintBroadleaf = (b: Brush, h: number): string =>
  paintTrunk(b, h, rgb('#8b6f58')) + paintCrown(b, h, 0.63, 0.32, 0.31);

/** Paints a slim tree with a white trunk; h in feet. */
export function paintBirch(b: Brush, h: number): string {
  const { x, y, s, random } = b;
  const marks = Array.from({ length: 8 }, () => {
    const at = y - h * s * randomBetween(random, 0.03, 0.36);
    const w = h * s * randomBetween(random, 0.006, 0.014);
    return dabPath(x + randomBetween(random, -0.012, 0.012) * h * s, at, w, w * 0.3);
  }).join('');
  return (
    paintTrunk(b, h, rgb('#efe9dc')) +
    createPath(marks, toHex(darken(rgb('#5a534c'), 0.2))) +
    paintCrown(b, h, 0.66, 0.2, 0.31)
  );
}

/** Paints a bush; h in feet. */
export const paintBush = (b: Brush, h: number): string =>
  paintCrown({ ...b, y: b.y + h * 0.05 * b.s }, h, 0.36, 0.5, 0.32);
