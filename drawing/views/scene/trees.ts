import type { View } from '#drawing/geometry/camera.ts';
import { type Rgb, rgb } from '#drawing/geometry/color.ts';
import type { Light } from '#drawing/geometry/light.ts';
import { createRandom, randomBetween } from '#drawing/geometry/random.ts';
import type { Vec3 } from '#drawing/geometry/vector.ts';
import { paintBareTree, paintSpruce } from './bare-trees.ts';
import type { Season } from './land.ts';
import { type Brush, paintBirch, paintBroadleaf, paintBush } from './leafy-trees.ts';
import { createDisc } from './shadow.ts';

/** The kinds of trees; `bare` is a broad tree in winter. */
type TreeKind = 'maple' | 'birch' | 'spruce' | 'bush' | 'bare';

/** A tree; position and height in feet. */
export type Tree = {
  kind: TreeKind;
  x: number;
  z: number;
  height: number;
  leaf: Rgb;
  seed: number;
  /** The height of its foot over the ground. */
  foot?: number;
};

/** Colors of leaves. */
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

/** The colors of distant trees. */
export const DISTANT: Record<Season, readonly Rgb[]> = {
  summer: [LEAF.deep, LEAF.green, LEAF.spruce],
  spring: [LEAF.green, LEAF.lime, LEAF.spruce],
  autumn: [LEAF.orange, LEAF.gold, LEAF.red, LEAF.spruce, LEAF.rust],
  winter: [LEAF.frost, rgb('#7f8a8c'), rgb('#8d8784')],
};

/** Paints a tree as SVG, lit from the sun's side. */
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
  if (kind === 'spruce') return paintSpruce(b, h, snowy);
  if (kind === 'bare') return paintBareTree(b, h);
  if (kind === 'bush') return paintBush(b, h);
  return kind === 'birch' ? paintBirch(b, h) : paintBroadleaf(b, h);
}

/** The outlines with which a tree stops the sun, in feet. */
export function getTreeCasters(tree: Tree, sun: Vec3): Vec3[][] {
  const { x, z, height: h, kind } = tree;
  const random = createRandom(tree.seed + 9);
  if (kind === 'bush') return [createDisc([x, h * 0.35, z], h * 0.5, sun)];
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
    return createDisc(
      [
        x + Math.cos(angle) * reach * wide * h,
        (0.64 + Math.sin(angle) * reach * 0.28) * h,
        z + randomBetween(random, -0.16, 0.16) * h,
      ],
      h * randomBetween(random, 0.07, 0.12),
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
