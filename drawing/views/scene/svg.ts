import { type Rgb, toHex } from '#drawing/geometry/color.ts';
import type { Point } from '#drawing/geometry/vector.ts';

/** Rounds to a tenth of a pixel. */
export const formatNumber = (n: number): string => (Math.round(n * 10) / 10).toString();

/** The `d` attribute of a closed path through points in pixels. */
export function toPath(points: readonly Point[]): string {
  return points.length === 0
    ? ''
    : `M${points.map(([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`).join('L')}Z`;
}

/** A path element; nothing for an empty path. */
export function createPath(d: string, fill: Rgb | string, extra = ''): string {
  return d === ''
    ? ''
    : `<path d="${d}" fill="${typeof fill === 'string' ? fill : toHex(fill)}"${extra}/>`;
}

/** An ellipse element; pixels. */
export function createEllipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: Rgb | string,
  extra = '',
) {
  const color = typeof fill === 'string' ? fill : toHex(fill);
  return `<ellipse cx="${formatNumber(x)}" cy="${formatNumber(y)}" rx="${formatNumber(rx)}" ry="${formatNumber(ry)}" fill="${color}"${extra}/>`;
}

/** The `fill-opacity` attribute. */
export const fillOpacity = (n: number): string => ` fill-opacity="${Math.round(n * 100) / 100}"`;

/** The `d` attribute of a round outline of bumps, for leaves; pixels, `turn` in radians. */
export function scallopPath(
  x: number,
  y: number,
  rx: number,
  ry: number,
  bumps: number,
  turn: number,
) {
  const points = Array.from({ length: bumps }, (_, i): Point => {
    const angle = turn + (i / bumps) * Math.PI * 2;
    return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry];
  });
  const r = formatNumber((Math.PI * (rx + ry)) / bumps / 1.75);
  const start = points[0] ?? [x, y];
  const arcs = [...points.slice(1), start].map(
    ([px, py]) => `A${r} ${r} 0 0 1 ${formatNumber(px)} ${formatNumber(py)}`,
  );
  return `M${formatNumber(start[0])} ${formatNumber(start[1])}${arcs.join('')}Z`;
}
