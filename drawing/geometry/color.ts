/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Parses #rrggbb. */
export function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

const clamp = (n: number) => Math.max(0, Math.min(255, n));

/** Formats a color as #rrggbb. */
export function toHex(color: Rgb): string {
  return `#${color.map((c) => Math.round(clamp(c)).toString(16).padStart(2, '0')).join('')}`;
}

/** The color a share t of the way from a to b. */
export const blend = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/** Multiplies a color by a factor, or channel by channel. */
export const multiply = (a: Rgb, k: Rgb | number): Rgb =>
  typeof k === 'number'
    ? [clamp(a[0] * k), clamp(a[1] * k), clamp(a[2] * k)]
    : [clamp(a[0] * k[0]), clamp(a[1] * k[1]), clamp(a[2] * k[2])];

const WHITE: Rgb = [255, 255, 255];
/** Blends a share t of white into a color. */
export const lighten = (a: Rgb, t: number): Rgb => blend(a, WHITE, t);
/** Blends a share t of a dark violet into a color. */
export const darken = (a: Rgb, t: number): Rgb => blend(a, [22, 20, 34], t);

export const CREAM: Rgb = rgb('#f5efe1');
export const CEDAR: Rgb = rgb('#b9793f');
export const SLATE: Rgb = rgb('#6a6a70');
export const WALNUT: Rgb = rgb('#75604f');
export const MOSS: Rgb = rgb('#66705f');
export const INK: Rgb = rgb('#2f3034');
export const SNOW: Rgb = rgb('#f4f6fa');
