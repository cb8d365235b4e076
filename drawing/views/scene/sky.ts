import type { View } from '#drawing/geometry/camera.ts';
import { blend, lighten, multiply, type Rgb, toHex } from '#drawing/geometry/color.ts';
import type { Light } from '#drawing/geometry/light.ts';
import { type Random, randomBetween } from '#drawing/geometry/random.ts';
import { add, scale } from '#drawing/geometry/vector.ts';
import { createEllipse, createPath, fillOpacity, formatNumber, scallopPath } from './svg.ts';

/** The sun on the image in pixels; undefined if it is behind the viewer. */
function projectSun(view: View, light: Light): { x: number; y: number } | undefined {
  const far = add(view.eye, scale(light.sun, 4000));
  if (view.depth(far) < 200) return undefined;
  const [x, y] = view.project(far);
  return { x, y };
}

function paintCloud(x: number, y: number, size: number, light: Light, random: Random): string {
  const puffs = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8 - 0.5;
    const r = size * (0.34 - Math.abs(t) * 0.36) * randomBetween(random, 0.8, 1.2) + size * 0.06;
    return { x: x + t * size * 2, y: y - r * randomBetween(random, 0.35, 0.75), r };
  });
  const side = light.sun[0] >= 0 ? 1 : -1;
  const shade = blend(light.cloud, light.sky[0], 0.34);
  const layer = (dx: number, dy: number, k: number, color: Rgb, a: number) =>
    puffs
      .map((p) =>
        createEllipse(
          p.x + dx * p.r,
          p.y + dy * p.r,
          p.r * k,
          p.r * k * 0.86,
          color,
          fillOpacity(a),
        ),
      )
      .join('');
  const base = `<rect x="${formatNumber(x - size * 1.15)}" y="${formatNumber(y - size * 0.08)}" width="${formatNumber(size * 2.3)}" height="${formatNumber(size * 0.14)}" rx="${formatNumber(size * 0.07)}" fill="${toHex(shade)}"/>`;
  return `<g opacity="0.85">${base}${layer(0, 0, 1, shade, 1)}${layer(side * 0.12, -0.16, 0.86, light.cloud, 1)}${layer(side * 0.2, -0.3, 0.58, lighten(light.cloud, 0.6), 0.8)}</g>`;
}

/**
 * Paints the sky as SVG: its gradient, the sun's glow, and a few clouds.
 * @param frame the width of what is seen at once, in pixels
 */
export function paintSky(
  view: View,
  light: Light,
  random: Random,
  clouds: number,
  frame = view.width,
): string {
  const { width: w, height: h, horizonY } = view;
  const [zenith, middle, horizon] = light.sky;
  const stops = [
    [0, zenith],
    [0.58, middle],
    [1, horizon],
  ] as const;
  const gradient = stops
    .map(([at, c]) => `<stop offset="${at}" stop-color="${toHex(c)}"/>`)
    .join('');
  const seen = projectSun(view, light);
  const sun = seen ?? { x: light.sun[0] > 0 ? w * 1.02 : -w * 0.02, y: horizonY * 0.75 };
  const glow = toHex(light.glow);
  const strength = light.glowStrength;
  let out =
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="${formatNumber(horizonY)}" gradientUnits="userSpaceOnUse">${gradient}</linearGradient>` +
    `<radialGradient id="sun" cx="${formatNumber(sun.x)}" cy="${formatNumber(sun.y)}" r="${formatNumber(w * 0.75)}" gradientUnits="userSpaceOnUse">` +
    `<stop offset="0" stop-color="${glow}" stop-opacity="${strength}"/><stop offset="0.3" stop-color="${glow}" stop-opacity="${strength * 0.45}"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="${w}" height="${h}" fill="url(#sky)"/><rect width="${w}" height="${h}" fill="url(#sun)"/>`;
  if (seen !== undefined && seen.y > 0)
    out += createEllipse(
      seen.x,
      seen.y,
      w * 0.026,
      w * 0.026,
      lighten(light.glow, 0.6),
      fillOpacity(0.9),
    );
  for (let i = 0; i < clouds; i++) {
    const x = w * ((i + randomBetween(random, 0.1, 0.9)) / clouds);
    const y = horizonY * randomBetween(random, 0.14, 0.66);
    out += paintCloud(
      x,
      y,
      frame * randomBetween(random, 0.045, 0.1) * (0.5 + (1 - y / horizonY)),
      light,
      random,
    );
  }
  for (let i = 0; i < 4; i++) {
    const y = horizonY * randomBetween(random, 0.55, 0.9);
    out += createEllipse(
      w * random(),
      y,
      frame * randomBetween(random, 0.1, 0.24),
      h * 0.006,
      light.cloud,
      fillOpacity(0.4),
    );
  }
  return out;
}

/** The share of its light that the distance has by night. */
const NIGHT = 0.2;

/** Paints distant ridges and tree lines as SVG, each layer nearer and less hazy. */
export function paintDistance(
  view: View,
  light: Light,
  random: Random,
  colors: readonly Rgb[],
): string {
  const { width: w, height: h, horizonY } = view;
  const tints = light.isNight ? colors.map((color) => multiply(color, NIGHT)) : colors;
  let out = '';
  const hill = (base: number, rise: number, color: Rgb) => {
    const a = random() * 6;
    const steps = Array.from({ length: 25 }, (_, i) => {
      const x = (w * i) / 24;
      const y =
        base - rise * (0.55 + 0.3 * Math.sin(a + i * 0.28) + 0.15 * Math.sin(a * 2 + i * 0.7));
      return `${formatNumber(x)} ${formatNumber(y)}`;
    });
    return createPath(
      `M0 ${formatNumber(horizonY + 4)}L${steps.join('L')}L${w} ${formatNumber(horizonY + 4)}Z`,
      color,
    );
  };
  const near = tints[0] ?? light.haze;
  out += hill(horizonY, h * 0.085, blend(blend(near, light.sky[0], 0.6), light.haze, 0.55));
  out += hill(horizonY, h * 0.05, blend(blend(near, light.sky[0], 0.35), light.haze, 0.5));
  [0.5, 0.26].forEach((haze, row) => {
    const size = h * (row === 0 ? 0.022 : 0.036);
    let line = '';
    for (let x = -size; x < w + size; x += size * randomBetween(random, 0.55, 1)) {
      const tint = tints[Math.floor(random() * tints.length)] ?? near;
      const color = blend(blend(tint, light.sky[0], 0.16), light.haze, haze);
      const r = size * randomBetween(random, 0.6, 1.25);
      const swell = size * (1 + Math.sin(x / (w * 0.12) + row * 2));
      if (random() < 0.3) {
        const top = horizonY - r * 2.2 - swell * 0.5;
        line += createPath(
          `M${formatNumber(x - r * 0.55)} ${formatNumber(horizonY + 3)}L${formatNumber(x)} ${formatNumber(top)}L${formatNumber(x + r * 0.55)} ${formatNumber(horizonY + 3)}Z`,
          blend(color, light.sky[0], 0.12),
        );
      } else {
        line += createPath(
          scallopPath(
            x,
            horizonY - r * 0.5 - swell * 0.35,
            r,
            r * 1.05 + swell * 0.35,
            9,
            random() * 3,
          ),
          color,
        );
        const side = light.sun[0] >= 0 ? 1 : -1;
        line += createPath(
          scallopPath(
            x + side * r * 0.25,
            horizonY - r * 0.8 - swell * 0.4,
            r * 0.55,
            r * 0.5,
            7,
            random() * 3,
          ),
          blend(color, light.glow, 0.24),
        );
      }
    }
    out += line;
  });
  return out;
}
