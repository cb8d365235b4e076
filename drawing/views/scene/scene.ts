import { type Camera, createView, type View } from '#drawing/geometry/camera.ts';
import { toHex } from '#drawing/geometry/color.ts';
import { createLight, getShadowTint, type Light, type Mood } from '#drawing/geometry/light.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { createRandom } from '#drawing/geometry/random.ts';
import { getCentroid } from '#drawing/geometry/vector.ts';
import { type Ground, paintGround, paintLawn, paintTufts, type Season } from './land.ts';
import { paintDefinitions, paintPanels } from './paint-panels.ts';
import { type Caster, GROUND, getShadowPath } from './shadow.ts';
import { paintDistance, paintSky } from './sky.ts';
import { createPath, formatNumber } from './svg.ts';
import { DISTANT, getTreeCasters, paintTree, type Tree } from './trees.ts';

/** Everything that an image shows. Lengths are in feet, the size of the image is in pixels. */
export type Scene = {
  width: number;
  height: number;
  camera: Camera;
  /** A mood with the sun's azimuth (see `createLight`), or a complete light. */
  light: { mood: Mood; azimuth: number } | Light;
  season: Season;
  seed: number;
  panels: readonly Panel[];
  /** Layers painted over the panels in this order. */
  layers?: readonly (readonly Panel[])[];
  trees: readonly Tree[];
  /** Fences and buildings behind the panels, painted among the trees by their distance. */
  backdrop?: readonly (readonly Panel[])[];
  grounds?: readonly Ground[];
  /** Areas without grass: x0, z0, x1, z1. */
  bare?: readonly (readonly [number, number, number, number])[];
  clouds?: number;
  /** Trees nearer than this z are painted over the building. */
  frontZ?: number;
  snowfall?: boolean;
  /** Panels throw no shadows on each other: between the many members of a frame they take seconds. */
  isFrame?: boolean;
};

function isLight(light: Scene['light']): light is Light {
  return 'ambient' in light;
}

function paintGroundShadows(casters: readonly Caster[], view: View, light: Light): string {
  const d = getShadowPath(casters, GROUND, light.sun, view);
  const tint = toHex(getShadowTint(light, [0, 1, 0]));
  return `<g style="mix-blend-mode:multiply" filter="url(#soft)">${createPath(d, tint)}</g>`;
}

function paintVignette(view: View, light: Light): string {
  const { width: w, height: h } = view;
  return (
    `<rect width="${w}" height="${h}" fill="url(#sun)" opacity="0.34"/>` +
    `<radialGradient id="edge" cx="0.5" cy="0.46" r="0.78"><stop offset="0.6" stop-color="#1a1530" stop-opacity="0"/><stop offset="1" stop-color="#1a1530" stop-opacity="${light.lampsOn ? 0.2 : 0.08}"/></radialGradient>` +
    `<rect width="${w}" height="${h}" fill="url(#edge)"/>`
  );
}

function paintSnowflakes(view: View, seed: number): string {
  const random = createRandom(seed + 77);
  return Array.from({ length: 150 }, () => {
    const r = view.width * (0.0007 + random() ** 3 * 0.0028);
    return `<circle cx="${formatNumber(random() * view.width)}" cy="${formatNumber(random() * view.height)}" r="${formatNumber(r)}" fill="#fff" fill-opacity="${formatNumber(0.4 + random() * 0.5)}"/>`;
  }).join('');
}

/** Draws a scene in feet as an SVG document. */
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
    ...scene.trees.flatMap((tree) => getTreeCasters(tree, light.sun)),
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
      depth: view.depth(getCentroid(panels.flatMap((p) => p.corners))),
      svg: () => paintPanels(panels, view, light, casters, `b${i}-`),
    })),
  ];
  const inFront = scene.trees.filter((t) => t.z >= frontZ).map(grown);
  const backToFront = (items: readonly { depth: number; svg: () => string }[]) =>
    [...items]
      .sort((a, b) => b.depth - a.depth)
      .map((item) => item.svg())
      .join('');
  const depthFront = view.depth([0, 0, frontZ]);
  const grass = (from: number, to: number, count: number) =>
    paintTufts(view, light, season, random, { from, to, count, clear });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${paintDefinitions(light)}<filter id="soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${formatNumber(width / 900)}"/></filter></defs>` +
    paintSky(view, light, random, scene.clouds ?? 3) +
    paintDistance(view, light, random, DISTANT[season]) +
    paintLawn(view, light, season, random) +
    (scene.grounds ?? []).map((g) => paintGround(g, view, light, random, winter)).join('') +
    grass(depthFront, depthFront + 60, 420) +
    paintGroundShadows(casters, view, light) +
    backToFront(behind) +
    layers
      .map((panels, i) => paintPanels(panels, view, light, scene.isFrame ? [] : casters, `p${i}-`))
      .join('') +
    grass(6, depthFront, 520) +
    backToFront(inFront) +
    (scene.snowfall === true ? paintSnowflakes(view, seed) : '') +
    paintVignette(view, light) +
    '</svg>'
  );
}
