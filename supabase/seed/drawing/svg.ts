import { hex, type Rgb } from './color.ts';
import type { Point } from './vector.ts';

export const num = (n: number): string => (Math.round(n * 10) / 10).toString();

/** A closed path through the points. */
export function path(points: readonly Point[]): string {
  return points.length === 0 ? '' : `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`;
}

export function shape(d: string, fill: Rgb | string, extra = ''): string {
  return d === ''
    ? ''
    : `<path d="${d}" fill="${typeof fill === 'string' ? fill : hex(fill)}"${extra}/>`;
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: Rgb | string,
  extra = '',
) {
  const color = typeof fill === 'string' ? fill : hex(fill);
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${color}"${extra}/>`;
}

export const alpha = (n: number): string => ` fill-opacity="${Math.round(n * 100) / 100}"`;

/** A round outline made of bumps, as leaves and clouds have. */
export function scallop(x: number, y: number, rx: number, ry: number, bumps: number, turn: number) {
  const points = Array.from({ length: bumps }, (_, i): Point => {
    const angle = turn + (i / bumps) * Math.PI * 2;
    return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry];
  });
  const r = num((Math.PI * (rx + ry)) / bumps / 1.75);
  const start = points[0] ?? [x, y];
  const arcs = [...points.slice(1), start].map(
    ([px, py]) => `A${r} ${r} 0 0 1 ${num(px)} ${num(py)}`,
  );
  return `M${num(start[0])} ${num(start[1])}${arcs.join('')}Z`;
}
