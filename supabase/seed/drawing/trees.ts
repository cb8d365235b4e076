import type { View } from './camera.ts';
import { blend, darken, lighten, type Rgb, rgb, times } from './color.ts';
import { type Light, received } from './light.ts';
import { between, createRandom, type Random } from './random.ts';
import { disc } from './shadow.ts';
import { alpha, ellipse, num, scallop, shape } from './svg.ts';
import type { Vec3 } from './vector.ts';

export type TreeKind = 'maple' | 'birch' | 'spruce' | 'bush' | 'bare';

/** A tree that stands at x, z; height in feet. */
export type Tree = {
  kind: TreeKind;
  x: number;
  z: number;
  height: number;
  leaf: Rgb;
  seed: number;
  /** How high over the ground it stands, in feet. */
  foot?: number;
};

export const LEAF = {
  green: rgb('#7fa052'),
  deep: rgb('#557a46'),
  lime: rgb('#9db65c'),
  spruce: rgb('#46694f'),
  orange: rgb('#dd8a3a'),
  red: rgb('#c4502f'),
  gold: rgb('#e3b345'),
  rust: rgb('#a95c33'),
  frost: rgb('#51695f'),
  lilac: rgb('#9a86b8'),
} as const;

type Brush = {
  x: number;
  y: number;
  s: number;
  side: number;
  light: Light;
  random: Random;
  leaf: Rgb;
};

/** A leaf mass's tones: in shade, in half light, in the sun. */
function tones(leaf: Rgb, light: Light): { dark: Rgb; mid: Rgb; bright: Rgb; spark: Rgb } {
  const sunny = times(leaf, received(light, [light.sun[0] * 0.8, 0.55, light.sun[2] * 0.8]));
  const shade = times(leaf, received(light, [0, 0.3, 0], false));
  return {
    dark: darken(blend(shade, light.sky[0], 0.08), 0.2),
    mid: blend(shade, sunny, 0.5),
    bright: sunny,
    spark: lighten(blend(sunny, light.glow, 0.2), 0.14),
  };
}

function trunk(b: Brush, h: number, color: Rgb): string {
  const { x, y, s } = b;
  const w = h * 0.028 * s;
  const top = y - h * 0.55 * s;
  const lit = times(color, received(b.light, [b.side, 0, 0.3]));
  const dark = times(color, received(b.light, [-b.side, 0, 0], false));
  const limb = (t: number, dx: number) =>
    `M${num(x)} ${num(y - h * 0.28 * s)}Q${num(x + dx * 0.3)} ${num(y - h * 0.4 * s)} ${num(x + dx)} ${num(y - h * t * s)}`;
  return (
    shape(
      `M${num(x - w * 1.5)} ${num(y)}Q${num(x - w)} ${num(y - h * 0.12 * s)} ${num(x - w * 0.7)} ${num(top)}L${num(x + w * 0.7)} ${num(top)}Q${num(x + w)} ${num(y - h * 0.12 * s)} ${num(x + w * 1.5)} ${num(y)}Z`,
      dark,
    ) +
    shape(
      `M${num(x + b.side * w * 1.4)} ${num(y)}L${num(x + b.side * w * 0.7)} ${num(top)}L${num(x)} ${num(top)}L${num(x + b.side * w * 0.2)} ${num(y)}Z`,
      lit,
    ) +
    [
      [0.58, -0.16],
      [0.62, 0.17],
      [0.7, 0.05],
    ]
      .map(
        ([t = 0, dx = 0]) =>
          `<path d="${limb(t, dx * h * s)}" fill="none" stroke="rgb(${dark.map(Math.round).join(',')})" stroke-width="${num(w)}"/>`,
      )
      .join('')
  );
}

function crown(b: Brush, h: number, cy: number, rx: number, ry: number): string {
  const { x, y, s, side, random } = b;
  const t = tones(b.leaf, b.light);
  const count = 24;
  const blobs = Array.from({ length: count }, (_, i) => {
    const angle = i * 2.4;
    const reach = Math.sqrt((i + 0.6) / count);
    return {
      x: x + Math.cos(angle) * reach * rx * h * s,
      y: y - (cy + Math.sin(angle) * reach * ry) * h * s,
      r: h * s * between(random, 0.075, 0.125) * (1.25 - reach * 0.35),
      tone: between(random, -0.09, 0.09),
    };
  }).sort((m, n) => n.y - m.y);
  const varied = (c: Rgb, tone: number) => (tone < 0 ? darken(c, -tone) : lighten(c, tone));
  const centre = y - cy * h * s;
  let out = blobs
    .map((p) => shape(scallop(p.x, p.y, p.r * 1.06, p.r, 9, random() * 3), varied(t.dark, p.tone)))
    .join('');
  for (const p of blobs) {
    const sunny = ((p.x - x) * side) / (rx * h * s) + (centre - p.y) / (ry * h * s);
    out += shape(
      scallop(p.x + side * p.r * 0.16, p.y - p.r * 0.22, p.r * 0.84, p.r * 0.72, 8, random() * 3),
      varied(blend(t.dark, t.mid, sunny > -0.5 ? 1 : 0.5), p.tone),
    );
    if (sunny > -0.25)
      out += shape(
        scallop(p.x + side * p.r * 0.3, p.y - p.r * 0.4, p.r * 0.6, p.r * 0.46, 7, random() * 3),
        varied(t.bright, p.tone),
      );
  }
  for (let i = 0; i < 90; i++) {
    const angle = random() * Math.PI * 2;
    const reach = between(random, 0.15, 1.06);
    const px = x + Math.cos(angle) * reach * (rx + 0.05) * h * s;
    const py = centre + Math.sin(angle) * reach * (ry + 0.05) * h * s;
    const sunny = ((px - x) * side) / (rx * h * s) + (centre - py) / (ry * h * s) > 0.1;
    const r = h * s * between(random, 0.004, 0.009);
    out += ellipse(px, py, r * 1.3, r, reach > 1 ? t.mid : sunny ? t.spark : t.dark, alpha(0.9));
  }
  return out;
}

function spruce(b: Brush, h: number, snowy: boolean): string {
  const { x, y, s, side, random } = b;
  const t = tones(b.leaf, b.light);
  const white = times(rgb('#f6f8fc'), received(b.light, [side * 0.6, 0.7, 0.2]));
  let out = shape(
    `M${num(x - h * 0.02 * s)} ${num(y)}h${num(h * 0.04 * s)}v${num(-h * 0.14 * s)}h${num(-h * 0.04 * s)}Z`,
    rgb('#4a3b31'),
  );
  const tiers = 13;
  for (let i = 0; i < tiers; i++) {
    const f = i / tiers;
    const w = h * s * (0.2 * (1 - f) ** 0.85 + 0.012) * between(random, 0.92, 1.08);
    const low = y - h * s * (0.07 + f * 0.86);
    const high = low - h * s * 0.19;
    const skirt = (from: number, to: number, color: Rgb, lift: number) => {
      const teeth = 9;
      const points = Array.from({ length: teeth * 2 + 1 }, (_, k) => {
        const q = from + ((to - from) * k) / (teeth * 2);
        const hang = (k % 2 === 0 ? 0.012 : -0.012) + q * q * 0.035 - lift;
        return `${num(x + q * w)} ${num(low + hang * h * s + between(random, -0.003, 0.003) * h * s)}`;
      });
      return shape(`M${num(x)} ${num(high)}L${points.join('L')}Z`, color);
    };
    out += skirt(-1, 1, t.dark, 0);
    out += side > 0 ? skirt(-0.35, 0.97, t.mid, 0.006) : skirt(-0.97, 0.35, t.mid, 0.006);
    out += side > 0 ? skirt(0.2, 0.94, t.bright, 0.014) : skirt(-0.94, -0.2, t.bright, 0.014);
    if (snowy) out += skirt(-0.72, 0.72, white, 0.05 - 0.02 * f);
  }
  return out;
}

function bare(b: Brush, h: number): string {
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

function bush(b: Brush, h: number): string {
  return crown({ ...b, y: b.y + h * 0.04 * b.s }, h, 0.36, 0.55, 0.34);
}

/** Paints a tree, lit from the sun's side. */
export function paintTree(tree: Tree, view: View, light: Light, snowy: boolean): string {
  const at: Vec3 = [tree.x, tree.foot ?? 0, tree.z];
  if (view.depth(at) < 2) return '';
  const [x, y] = view.project(at);
  const s = view.scaleAt(at);
  const across = view.project([tree.x + light.sun[0], 0, tree.z + light.sun[2]])[0] - x;
  const b: Brush = {
    x,
    y,
    s,
    side: across >= 0 ? 1 : -1,
    light,
    random: createRandom(tree.seed),
    leaf: tree.leaf,
  };
  const { height: h, kind } = tree;
  if (kind === 'spruce') return spruce(b, h, snowy);
  if (kind === 'bare') return bare(b, h);
  if (kind === 'bush') return bush(b, h);
  if (kind === 'birch') return trunk(b, h, rgb('#efe9dc')) + crown(b, h, 0.66, 0.2, 0.32);
  return trunk(b, h, rgb('#8b6f58')) + crown(b, h, 0.62, 0.33, 0.33);
}

/** The outlines that a tree holds against the sun. */
export function treeCasters(tree: Tree, sun: Vec3): Vec3[][] {
  const { x, z, height: h, kind } = tree;
  const random = createRandom(tree.seed + 9);
  if (kind === 'bush') return [disc([x, h * 0.35, z], h * 0.5, sun)];
  if (kind === 'bare')
    return [
      [
        [x - 0.3, 0, z],
        [x + 0.3, 0, z],
        [x + 0.1, h, z],
      ],
    ];
  if (kind === 'spruce') {
    const r = h * 0.2;
    return [
      [
        [x - r, h * 0.08, z],
        [x + r, h * 0.08, z],
        [x, h, z],
      ],
      [
        [x, h * 0.08, z - r],
        [x, h * 0.08, z + r],
        [x, h, z],
      ],
    ];
  }
  const wide = kind === 'birch' ? 0.2 : 0.3;
  const blobs = Array.from({ length: 15 }, (_, i) => {
    const angle = i * 2.4;
    const reach = Math.sqrt((i + 0.5) / 15);
    return disc(
      [
        x + Math.cos(angle) * reach * wide * h,
        (0.64 + Math.sin(angle) * reach * 0.28) * h,
        z + between(random, -0.16, 0.16) * h,
      ],
      h * between(random, 0.07, 0.12),
      sun,
    );
  });
  return [
    ...blobs,
    [
      [x - h * 0.025, 0, z],
      [x + h * 0.025, 0, z],
      [x + h * 0.02, h * 0.5, z],
      [x - h * 0.02, h * 0.5, z],
    ],
  ];
}
