import { createGardenBed, createRailFence } from '#drawing/geometry/fixtures.ts';
import type { Mood } from '#drawing/geometry/light.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { add, scale, type Vec3 } from '#drawing/geometry/vector.ts';
import { type Bulk, createCamera, type Viewpoint } from '#drawing/geometry/viewpoint.ts';
import { type Ground, PAD, type Season } from './land.ts';
import { type Layout, plantTrees } from './planting.ts';
import type { Scene } from './scene.ts';
import { LEAF, type Tree } from './trees.ts';

/** The surroundings of a building around the origin, and the viewpoint. */
export type Setting = Viewpoint & {
  season: Season;
  mood: Mood;
  layout: Layout;
  /** The sun's azimuth relative to the viewer's side: positive lights the front from across. */
  sun?: number;
  ground?: Ground['kind'] | 'none';
  fence?: boolean;
  /** A walk from the doors to the viewer. */
  path?: boolean;
  /** Raised garden beds beside the front. */
  beds?: boolean;
  /** Open water behind, nearer than the farther trees. */
  lake?: boolean;
  clouds?: number;
  /** Width and height of the image in pixels. */
  size?: readonly [number, number];
};

type Building = Bulk & { panels: readonly Panel[] };

/** A walk that widens towards the viewer, from the doors past the eye's side. */
function createWalk(from: Vec3, eye: Vec3, side: number): Vec3[] {
  const steps = Array.from({ length: 13 }, (_, i) => i / 12);
  const end: Vec3 = [eye[0] - side * 5, 0, eye[2] + 2];
  const at = (t: number): Vec3 => {
    const straight = add(scale(from, 1 - t), scale(end, t));
    return [straight[0] - side * Math.sin(t * Math.PI) * 3.4, 0, straight[2]];
  };
  const edge = (offset: number) => (t: number) => add(at(t), [offset, 0, 0]);
  return [...steps.map(edge(-1.7)), ...steps.reverse().map(edge(1.7))];
}

/** Water up to the horizon, from `near` feet behind the origin as the viewer sees it. */
function createLake(near: number, forward: Vec3, right: Vec3): Ground {
  const at = (across: number, away: number) => add(scale(right, across), scale(forward, away));
  const shore = Array.from({ length: 41 }, (_, i) => {
    const x = (i - 20) * 14;
    return at(x, near + Math.sin(i * 1.3) * 1.4 + Math.sin(i * 0.5) * 2.5);
  });
  return { kind: 'water', outline: [...shore, at(2600, 2400), at(-2600, 2400)] };
}

/** A scene of one building around the origin; its panels and size are in feet. */
export function createScene(b: Building, s: Setting): Scene {
  const [width, height] = s.size ?? [1600, 1200];
  const side = s.turn >= 0 ? 1 : -1;
  const angle = (s.turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const across = b.w * cos + b.d * Math.abs(sin);
  const camera = createCamera(b, s, width / height);
  const kind = s.ground ?? 'gravel';
  const front = b.d / 2 + PAD.inFront;
  const back = -b.d / 2 - PAD.margin;
  const [x0, x1] = [-b.w / 2 - PAD.margin, b.w / 2 + PAD.margin];
  const pad: Ground[] =
    kind === 'none'
      ? []
      : [
          {
            kind,
            outline: [
              [x0, 0, back],
              [x1, 0, back],
              [x1, 0, front],
              [x0, 0, front],
            ],
          },
        ];
  const drive: Ground[] =
    kind === 'earth' || kind === 'concrete'
      ? [
          {
            kind: kind === 'concrete' ? 'gravel' : kind,
            outline: [
              [-3, 0, front - 0.2],
              [3.4, 0, front - 0.2],
              [7 + side * 5, 0, front + 60],
              [-3 + side * 5, 0, front + 60],
            ],
          },
        ]
      : [];
  const path: Ground[] =
    s.path === true
      ? [{ kind: 'gravel', outline: createWalk([0, 0, b.d / 2 + 2.6], camera.eye, side) }]
      : [];
  const shore = across * 0.5 + b.d / 2 + 16;
  const water = s.lake === true ? [createLake(shore, [-sin, 0, -cos], [cos, 0, -sin])] : [];
  const onLand = ({ x, z }: { x: number; z: number }) =>
    s.lake !== true || -x * sin - z * cos < shore - 4;
  const fence: Vec3[] = Array.from({ length: 13 }, (_, i) => [
    -48 + i * 8,
    0,
    -b.d / 2 - 11 + Math.sin(i) * 0.6,
  ]);
  const bedX = -side * (b.w / 2 + 4.4);
  const plants = [0, 1, 2, 3].map(
    (i): Tree => ({
      kind: 'bush',
      x: bedX + (i % 2 === 0 ? -0.9 : 0.9),
      z: b.d / 2 + (i < 2 ? 1 : 2.6),
      height: 1.9 - (i % 3) * 0.25,
      leaf: [LEAF.lime, LEAF.lilac, LEAF.green][i % 3] ?? LEAF.green,
      seed: s.seed + i,
      foot: 1.1,
    }),
  );
  return {
    width,
    height,
    camera,
    season: s.season,
    seed: s.seed,
    light: { mood: s.mood, azimuth: -side * (s.sun ?? 30 + (s.seed % 5) * 5) + s.turn * 0.5 },
    panels: [
      ...b.panels,
      ...(s.beds === true ? createGardenBed(bedX - 2, b.d / 2 + 0.2, 4, 3.4) : []),
    ],
    backdrop: s.fence === true ? createRailFence(fence) : [],
    trees: [
      ...plantTrees(s.layout, s.season, b, side, s.seed).filter(onLand),
      ...(s.beds === true ? plants : []),
    ],
    grounds: [...water, ...drive, ...path, ...pad],
    bare: [kind === 'none' ? [-b.w / 2, -b.d / 2, b.w / 2, b.d / 2] : [x0, back, x1, front]],
    frontZ: b.d / 2,
    clouds: s.clouds ?? 3,
    snowfall: s.season === 'winter' && s.mood !== 'golden',
  };
}
