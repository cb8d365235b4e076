import { type Camera, createView, type View } from './camera.ts';
import { hex, type Rgb, rgb } from './color.ts';
import { type Ground, ground, lawn, type Season, tufts } from './land.ts';
import { createLight, type Light, type Mood, shadowTint } from './light.ts';
import { paintDefinitions, paintPanels } from './paint.ts';
import type { Panel } from './panel.ts';
import { createRandom } from './random.ts';
import { type Caster, GROUND, shadowPath } from './shadow.ts';
import { distance, sky } from './sky.ts';
import { num, shape } from './svg.ts';
import { LEAF, paintTree, type Tree, treeCasters } from './trees.ts';
import { centroid } from './vector.ts';

/** Everything a picture is drawn from. */
export type Scene = {
  width: number;
  height: number;
  camera: Camera;
  /** A mood with the sun's azimuth (see sunFrom), or a light made elsewhere. */
  light: { mood: Mood; azimuth: number } | Light;
  season: Season;
  seed: number;
  panels: readonly Panel[];
  /** Layers painted over the panels one after the other, where the order is known beforehand. */
  layers?: readonly (readonly Panel[])[];
  trees: readonly Tree[];
  /** Fences and buildings behind the panels, painted among the trees by their distance. */
  backdrop?: readonly (readonly Panel[])[];
  grounds?: readonly Ground[];
  /** Footprints where no grass grows: x0, z0, x1, z1. */
  bare?: readonly (readonly [number, number, number, number])[];
  clouds?: number;
  /** Trees nearer than this z are painted over the building. */
  frontZ?: number;
  snowfall?: boolean;
};

const DISTANT: Record<Season, readonly Rgb[]> = {
  summer: [LEAF.deep, LEAF.green, LEAF.spruce],
  spring: [LEAF.green, LEAF.lime, LEAF.spruce],
  autumn: [LEAF.orange, LEAF.gold, LEAF.red, LEAF.spruce, LEAF.rust],
  winter: [LEAF.frost, rgb('#7f8a8c'), rgb('#8d8784')],
};

function isLight(light: Scene['light']): light is Light {
  return 'ambient' in light;
}

function groundShadows(casters: readonly Caster[], view: View, light: Light): string {
  const d = shadowPath(casters, GROUND, light.sun, view);
  const tint = hex(shadowTint(light, [0, 1, 0]));
  return `<g style="mix-blend-mode:multiply" filter="url(#soft)">${shape(d, tint)}</g>`;
}

function finish(view: View, light: Light): string {
  const { width: w, height: h } = view;
  return (
    `<rect width="${w}" height="${h}" fill="url(#sun)" opacity="0.34"/>` +
    `<radialGradient id="edge" cx="0.5" cy="0.46" r="0.78"><stop offset="0.6" stop-color="#1a1530" stop-opacity="0"/><stop offset="1" stop-color="#1a1530" stop-opacity="${light.lampsOn ? 0.2 : 0.08}"/></radialGradient>` +
    `<rect width="${w}" height="${h}" fill="url(#edge)"/>`
  );
}

function snowflakes(view: View, seed: number): string {
  const random = createRandom(seed + 77);
  return Array.from({ length: 150 }, () => {
    const r = view.width * (0.0007 + random() ** 3 * 0.0028);
    return `<circle cx="${num(random() * view.width)}" cy="${num(random() * view.height)}" r="${num(r)}" fill="#fff" fill-opacity="${num(0.4 + random() * 0.5)}"/>`;
  }).join('');
}

/** Draws a scene as an SVG document. */
export function drawScene(scene: Scene): string {
  const { width, height, season, seed } = scene;
  const view = createView(scene.camera, width, height);
  const light = isLight(scene.light)
    ? scene.light
    : createLight(scene.light.mood, scene.light.azimuth);
  const random = createRandom(seed);
  const winter = season === 'winter';
  const layers = [scene.panels, ...(scene.layers ?? [])];
  const casters: Caster[] = [
    ...[...layers, ...(scene.backdrop ?? [])]
      .flat()
      .filter((p) => p.casts)
      .map((p) => p.corners),
    ...scene.trees.flatMap((tree) => treeCasters(tree, light.sun)),
  ];
  const clear = (x: number, z: number) =>
    (scene.bare ?? []).some(([x0, z0, x1, z1]) => x > x0 && x < x1 && z > z0 && z < z1);
  const frontZ = scene.frontZ ?? 0;
  const grown = (tree: Tree) => ({
    depth: view.depth([tree.x, 0, tree.z]),
    svg: () => paintTree(tree, view, light, winter),
  });
  const behind = [
    ...scene.trees.filter((t) => t.z < frontZ).map(grown),
    ...(scene.backdrop ?? []).map((panels, i) => ({
      depth: view.depth(centroid(panels.flatMap((p) => p.corners))),
      svg: () => paintPanels(panels, view, light, casters, `b${i}-`),
    })),
  ];
  const inFront = scene.trees.filter((t) => t.z >= frontZ).map(grown);
  const backToFront = (things: readonly { depth: number; svg: () => string }[]) =>
    [...things]
      .sort((a, b) => b.depth - a.depth)
      .map((thing) => thing.svg())
      .join('');
  const depthFront = view.depth([0, 0, frontZ]);
  const grass = (from: number, to: number, count: number) =>
    tufts(view, light, season, random, { from, to, count, clear });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${paintDefinitions(light)}<filter id="soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${num(width / 900)}"/></filter></defs>` +
    sky(view, light, random, scene.clouds ?? 3) +
    distance(view, light, random, DISTANT[season]) +
    lawn(view, light, season, random) +
    (scene.grounds ?? []).map((g) => ground(g, view, light, random, winter)).join('') +
    grass(depthFront, depthFront + 60, 420) +
    groundShadows(casters, view, light) +
    backToFront(behind) +
    layers.map((panels, i) => paintPanels(panels, view, light, casters, `p${i}-`)).join('') +
    grass(6, depthFront, 520) +
    backToFront(inFront) +
    (scene.snowfall === true ? snowflakes(view, seed) : '') +
    finish(view, light) +
    '</svg>'
  );
}
