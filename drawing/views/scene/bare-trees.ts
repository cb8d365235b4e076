import { darken, multiply, rgb, toHex } from '#drawing/geometry/color.ts';
import { getIrradiance } from '#drawing/geometry/light.ts';
import { randomBetween } from '#drawing/geometry/random.ts';
import { type Brush, getLeafTones } from './leafy-trees.ts';
import { createPath, formatNumber } from './svg.ts';

/** Paints a spruce: drooping tiers of needles, the sun on one side, snow in winter; h in feet. */
export function paintSpruce(b: Brush, h: number, snowy: boolean): string {
  const { x, y, s, side, random } = b;
  const [dark, low, mid, bright] = getLeafTones(b.leaf, b.light);
  const white = toHex(multiply(rgb('#f6f8fc'), getIrradiance(b.light, [side * 0.5, 0.75, 0.2])));
  const unit = h * s;
  let out = createPath(
    `M${formatNumber(x - unit * 0.018)} ${formatNumber(y)}h${formatNumber(unit * 0.036)}v${formatNumber(-unit * 0.14)}h${formatNumber(-unit * 0.036)}Z`,
    rgb('#4a3b31'),
  );
  const tiers = 15;
  for (let i = 0; i < tiers; i++) {
    const f = i / (tiers - 1);
    const half = unit * (0.205 * (1 - f) ** 0.9 + 0.008) * randomBetween(random, 0.88, 1.1);
    const foot = y - unit * (0.075 + f * 0.84);
    const top = foot - unit * (0.15 - f * 0.06);
    const teeth = Math.max(3, Math.round(9 - f * 6));
    const fringe = Array.from({ length: teeth * 2 + 1 }, (_, k) => {
      const q = -1 + k / teeth;
      const hang =
        q * q * 0.03 + (k % 2 === 0 ? 0.014 : -0.006) + randomBetween(random, -0.004, 0.006);
      return { q, x: x + q * half, y: foot + hang * unit * (1 - f * 0.6) };
    });
    const skirt = (from: number, to: number, lift: number, grow: number) => {
      const edge = fringe.filter(({ q }) => q >= from && q <= to);
      const points = edge.map(
        (p) => `${formatNumber(x + (p.x - x) * grow)} ${formatNumber(p.y - lift * unit)}`,
      );
      return points.length < 2
        ? ''
        : `M${formatNumber(x)} ${formatNumber(top)}L${points.join('L')}Z`;
    };
    out += createPath(skirt(-1, 1, 0, 1), dark);
    out += createPath(skirt(-1, 1, 0.016, 0.93), low);
    out += createPath(side > 0 ? skirt(-0.3, 1, 0.02, 0.9) : skirt(-1, 0.3, 0.02, 0.9), mid);
    out += createPath(side > 0 ? skirt(0.25, 1, 0.03, 0.86) : skirt(-1, -0.25, 0.03, 0.86), bright);
    if (snowy) {
      const drifts = fringe
        .filter((_, k) => k % 2 === 0)
        .map((p) => {
          const w = (half / teeth) * randomBetween(random, 0.7, 1.25);
          const px = x + (p.x - x) * 0.84;
          const py = p.y - unit * randomBetween(random, 0.022, 0.034);
          return `M${formatNumber(px - w)} ${formatNumber(py + w * 0.35)}Q${formatNumber(px)} ${formatNumber(py - w * 0.75)} ${formatNumber(px + w)} ${formatNumber(py + w * 0.35)}Q${formatNumber(px)} ${formatNumber(py + w * 0.12)} ${formatNumber(px - w)} ${formatNumber(py + w * 0.35)}Z`;
        });
      out += createPath(drifts.join(''), white);
    }
  }
  return out;
}

/** Paints a broad tree without leaves; h in feet. */
export function paintBareTree(b: Brush, h: number): string {
  const { random, s } = b;
  const color = darken(multiply(rgb('#8a7466'), getIrradiance(b.light, [b.side, 0.3, 0.2])), 0.12);
  let out = '';
  const branch = (
    x: number,
    y: number,
    angle: number,
    length: number,
    width: number,
    depth: number,
  ) => {
    const nx = x + Math.cos(angle) * length;
    const ny = y - Math.sin(angle) * length;
    out += `<path d="M${formatNumber(x)} ${formatNumber(y)}L${formatNumber(nx)} ${formatNumber(ny)}" stroke="rgb(${color.map(Math.round).join(',')})" stroke-width="${formatNumber(Math.max(0.6, width))}" stroke-linecap="round"/>`;
    if (depth === 0) return;
    const forks = depth > 4 ? 2 : 3;
    for (let i = 0; i < forks; i++) {
      branch(
        nx,
        ny,
        angle + randomBetween(random, -0.62, 0.62),
        length * randomBetween(random, 0.66, 0.84),
        width * 0.62,
        depth - 1,
      );
    }
  };
  branch(b.x, b.y, Math.PI / 2, h * 0.25 * s, h * 0.03 * s, 5);
  return out;
}
