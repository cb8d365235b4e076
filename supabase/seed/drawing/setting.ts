import type { Camera } from './camera.ts';
import { type Rgb, rgb } from './color.ts';
import type { Ground, Season } from './land.ts';
import type { Mood } from './light.ts';
import type { Panel } from './panel.ts';
import { railFence } from './parts.ts';
import { between, createRandom, type Random } from './random.ts';
import type { Scene } from './scene.ts';
import { LEAF, type Tree } from './trees.ts';
import type { Vec3 } from './vector.ts';

export type Layout = 'maple' | 'spruces' | 'birches' | 'meadow' | 'grove' | 'yard';

/** Where a building around the origin stands, and from where it is seen. */
export type Setting = {
  season: Season;
  mood: Mood;
  layout: Layout;
  seed: number;
  /** How far the viewer has walked round from the front, degrees; positive to the right. */
  turn: number;
  horizon?: number;
  /** Bigger is farther away; 1 fills the picture. */
  far?: number;
  /** The sun's azimuth relative to the viewer's side: positive lights the front from across. */
  sun?: number;
  ground?: Ground['kind'] | 'none';
  fence?: boolean;
  eye?: number;
  centre?: number;
  clouds?: number;
  size?: readonly [number, number];
};

type Building = { panels: readonly Panel[]; w: number; d: number; h: number };

function leafOf(season: Season, random: Random): Rgb {
  const lists: Record<Season, readonly Rgb[]> = {
    summer: [LEAF.green, LEAF.deep, LEAF.lime],
    spring: [LEAF.lime, LEAF.green, rgb('#b9c96a')],
    autumn: [LEAF.orange, LEAF.red, LEAF.gold, LEAF.rust],
    winter: [LEAF.frost],
  };
  const list = lists[season];
  return list[Math.floor(random() * list.length)] ?? LEAF.green;
}

function trees(layout: Layout, season: Season, b: Building, side: number, seed: number): Tree[] {
  const random = createRandom(seed * 31 + 5);
  const winter = season === 'winter';
  const broad = (kind: 'maple' | 'birch', x: number, z: number, height: number): Tree =>
    winter
      ? { kind: 'bare', x, z, height: height * 0.82, leaf: LEAF.frost, seed: seed + Math.round(x) }
      : { kind, x, z, height, leaf: leafOf(season, random), seed: seed + Math.round(x * 3 + z) };
  const spruce = (x: number, z: number, height: number): Tree => ({
    kind: 'spruce',
    x,
    z,
    height,
    leaf: winter ? LEAF.frost : LEAF.spruce,
    seed: seed + Math.round(x * 5 + z),
  });
  const bush = (x: number, z: number, height: number): Tree =>
    winter
      ? spruce(x, z, height * 1.2)
      : {
          kind: 'bush',
          x,
          z,
          height,
          leaf: season === 'autumn' && random() < 0.5 ? LEAF.rust : LEAF.deep,
          seed: seed + Math.round(x * 2),
        };
  const back = -b.d / 2;
  const edge = b.w / 2;
  const tall = b.h * 1.3 + 6;
  const j = () => between(random, -2, 2);
  if (layout === 'maple') {
    return [
      broad('maple', -side * (edge + 4) + j(), back - 9, tall),
      spruce(side * (edge + 13), back - 20, tall * 1.1),
      spruce(side * (edge + 20), back - 26, tall * 0.9),
      bush(-side * (edge + 2.6), b.d / 2 - 1, 2.8),
    ];
  }
  if (layout === 'spruces') {
    return [
      ...[-26, -19, -12, -4, 5, 13, 20, 28].map((x, i) =>
        spruce(x + j(), back - 12 - (i % 3) * 5, tall * between(random, 0.85, 1.35)),
      ),
      bush(side * (edge + 2.5), b.d / 2 - 2, 2.2),
    ];
  }
  if (layout === 'birches') {
    return [
      ...[0, 4.6, 10, 16].map((x, i) =>
        broad(
          'birch',
          -side * (edge + 3 + x) + j(),
          back - 4 - (i % 2) * 7,
          tall * between(random, 0.9, 1.1),
        ),
      ),
      broad('maple', side * (edge + 16), back - 24, tall * 1.1),
      bush(side * (edge + 2.4), b.d / 2 - 1.5, 2.6),
    ];
  }
  if (layout === 'meadow') {
    return [
      broad('maple', side * (edge + 22), back - 34, tall * 1.2),
      broad('maple', -side * (edge + 30), back - 44, tall * 1.2),
      spruce(-side * (edge + 18), back - 40, tall * 1.2),
      bush(-side * (edge + 2.4), b.d / 2 - 2, 2.4),
      bush(-side * (edge + 4.4), b.d / 2 - 3.4, 1.8),
    ];
  }
  if (layout === 'grove') {
    return [
      ...[-30, -21, -13, -4, 6, 15, 24, 33].map((x, i) =>
        i % 3 === 1
          ? spruce(x + j(), back - 17, tall * 1.2)
          : broad('maple', x + j(), back - 13 - (i % 2) * 7, tall * between(random, 0.85, 1.1)),
      ),
      bush(-side * (edge + 2.2), b.d / 2 - 0.6, 2.2),
    ];
  }
  return [
    broad('maple', side * (edge + 9), back - 7, tall * 1.05),
    broad('birch', -side * (edge + 15), back - 14, tall),
    bush(-edge - 2, b.d / 2 - 0.8, 2.4),
    bush(edge + 2, b.d / 2 - 0.8, 2.4),
    bush(-edge - 4, b.d / 2 - 2, 1.8),
  ];
}

/** A scene of one building around the origin. */
export function sceneOf(b: Building, s: Setting): Scene {
  const [width, height] = s.size ?? [1600, 1200];
  const side = s.turn >= 0 ? 1 : -1;
  const angle = (s.turn * Math.PI) / 180;
  const across = b.w * Math.cos(angle) + b.d * Math.abs(Math.sin(angle));
  const needed = Math.max(across * 1.12 + 3, (b.h + 2) * 1.42 * (width / height / (4 / 3)));
  const away =
    needed * 1.18 * (s.far ?? 1) +
    (b.d * Math.cos(angle) + b.w * Math.abs(Math.sin(angle))) / 2 +
    3;
  const eyeHeight = s.eye ?? 5.4;
  const eye: Vec3 = [Math.sin(angle) * away, eyeHeight, Math.cos(angle) * away];
  const camera: Camera = {
    eye,
    target: [0, 0, 0],
    focal: 1.12,
    horizon: s.horizon ?? 0.62,
    centre: s.centre ?? 0.5,
  };
  const kind = s.ground ?? 'gravel';
  const m = 1.5;
  const front = b.d / 2 + 3.8;
  const pad: Vec3[] = [
    [-b.w / 2 - m, 0, -b.d / 2 - m],
    [b.w / 2 + m, 0, -b.d / 2 - m],
    [b.w / 2 + m, 0, front],
    [-b.w / 2 - m, 0, front],
  ];
  const drive: Vec3[] = [
    [-3, 0, front - 0.2],
    [3.4, 0, front - 0.2],
    [7 + side * 5, 0, front + 60],
    [-3 + side * 5, 0, front + 60],
  ];
  const fence: Vec3[] = Array.from({ length: 13 }, (_, i) => [
    -48 + i * 8,
    0,
    -b.d / 2 - 11 + Math.sin(i) * 0.6,
  ]);
  return {
    width,
    height,
    camera,
    season: s.season,
    seed: s.seed,
    light: { mood: s.mood, azimuth: -side * (s.sun ?? 36) + s.turn * 0.5 },
    panels: [...b.panels, ...(s.fence === true ? railFence(fence) : [])],
    trees: trees(s.layout, s.season, b, side, s.seed),
    grounds:
      kind === 'none'
        ? []
        : [
            ...(kind === 'earth' || kind === 'concrete'
              ? [{ outline: drive, kind: kind === 'concrete' ? ('gravel' as const) : kind }]
              : []),
            { outline: pad, kind },
          ],
    bare:
      kind === 'none'
        ? [[-b.w / 2, -b.d / 2, b.w / 2, b.d / 2]]
        : [
            [-b.w / 2 - m, -b.d / 2 - m, b.w / 2 + m, front],
            ...(kind === 'gravel' ? [] : [[-4, front, 4 + side * 3, front + 20] as const]),
          ],
    frontZ: b.d / 2,
    clouds: s.clouds ?? 3,
    snowfall: s.season === 'winter' && s.mood !== 'golden',
  };
}
