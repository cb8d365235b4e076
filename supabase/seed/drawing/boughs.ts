import { darken, hex, rgb, times } from './color.ts';
import { type Brush, tones } from './leaves.ts';
import { received } from './light.ts';
import { between } from './random.ts';
import { num, shape } from './svg.ts';

/** A spruce: drooping tiers of needles, the sun on one side, snow on the boughs in winter. */
export function spruce(b: Brush, h: number, snowy: boolean): string {
  const { x, y, s, side, random } = b;
  const [dark, low, mid, bright] = tones(b.leaf, b.light);
  const white = hex(times(rgb('#f6f8fc'), received(b.light, [side * 0.5, 0.75, 0.2])));
  const unit = h * s;
  let out = shape(
    `M${num(x - unit * 0.018)} ${num(y)}h${num(unit * 0.036)}v${num(-unit * 0.14)}h${num(-unit * 0.036)}Z`,
    rgb('#4a3b31'),
  );
  const tiers = 15;
  for (let i = 0; i < tiers; i++) {
    const f = i / (tiers - 1);
    const half = unit * (0.205 * (1 - f) ** 0.9 + 0.008) * between(random, 0.88, 1.1);
    const foot = y - unit * (0.075 + f * 0.84);
    const top = foot - unit * (0.15 - f * 0.06);
    const teeth = Math.max(3, Math.round(9 - f * 6));
    const fringe = Array.from({ length: teeth * 2 + 1 }, (_, k) => {
      const q = -1 + k / teeth;
      const hang = q * q * 0.03 + (k % 2 === 0 ? 0.014 : -0.006) + between(random, -0.004, 0.006);
      return { q, x: x + q * half, y: foot + hang * unit * (1 - f * 0.6) };
    });
    const skirt = (from: number, to: number, lift: number, grow: number) => {
      const edge = fringe.filter(({ q }) => q >= from && q <= to);
      const points = edge.map((p) => `${num(x + (p.x - x) * grow)} ${num(p.y - lift * unit)}`);
      return points.length < 2 ? '' : `M${num(x)} ${num(top)}L${points.join('L')}Z`;
    };
    out += shape(skirt(-1, 1, 0, 1), dark);
    out += shape(skirt(-1, 1, 0.016, 0.93), low);
    out += shape(side > 0 ? skirt(-0.3, 1, 0.02, 0.9) : skirt(-1, 0.3, 0.02, 0.9), mid);
    out += shape(side > 0 ? skirt(0.25, 1, 0.03, 0.86) : skirt(-1, -0.25, 0.03, 0.86), bright);
    if (snowy) {
      const drifts = fringe
        .filter((_, k) => k % 2 === 0)
        .map((p) => {
          const w = (half / teeth) * between(random, 0.7, 1.25);
          const px = x + (p.x - x) * 0.84;
          const py = p.y - unit * between(random, 0.022, 0.034);
          return `M${num(px - w)} ${num(py + w * 0.35)}Q${num(px)} ${num(py - w * 0.75)} ${num(px + w)} ${num(py + w * 0.35)}Q${num(px)} ${num(py + w * 0.12)} ${num(px - w)} ${num(py + w * 0.35)}Z`;
        });
      out += shape(drifts.join(''), white);
    }
  }
  return out;
}

/** A broad tree without leaves. */
export function bare(b: Brush, h: number): string {
  const { random, s } = b;
  const color = darken(times(rgb('#8a7466'), received(b.light, [b.side, 0.3, 0.2])), 0.12);
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
    out += `<path d="M${num(x)} ${num(y)}L${num(nx)} ${num(ny)}" stroke="rgb(${color.map(Math.round).join(',')})" stroke-width="${num(Math.max(0.6, width))}" stroke-linecap="round"/>`;
    if (depth === 0) return;
    const forks = depth > 4 ? 2 : 3;
    for (let i = 0; i < forks; i++) {
      branch(
        nx,
        ny,
        angle + between(random, -0.62, 0.62),
        length * between(random, 0.66, 0.84),
        width * 0.62,
        depth - 1,
      );
    }
  };
  branch(b.x, b.y, Math.PI / 2, h * 0.25 * s, h * 0.03 * s, 5);
  return out;
}
