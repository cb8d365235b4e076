import type { Ground } from '#drawing/views/scene/land.ts';
import { drawScene } from '#drawing/views/scene/scene.ts';
import { createScene, type Setting } from '#drawing/views/scene/setting.ts';
import { LEAF, type Tree } from '#drawing/views/scene/trees.ts';
import { buildHouse, getRidgeHeight, type House } from './build-house.ts';

/** The surroundings of a house, in feet. */
export type Plot = {
  /** The positions of shrubs, x and z, on the viewer's side of the walls. */
  shrubs?: readonly (readonly [number, number])[];
  /** The left and right edge of a driveway, and its start. */
  drive?: readonly [left: number, right: number, from: number];
};

/** Draws adjoining volumes as one building, on its plot. */
export function drawHouse(parts: readonly House[], setting: Setting, plot: Plot = {}): string {
  const snow = setting.season === 'winter';
  const lamps = setting.mood === 'dusk' ? 'all' : 'few';
  const panels = parts.flatMap((part) => buildHouse({ snow, lamps, ...part }));
  const w = 2 * Math.max(...parts.map((p) => Math.max(-p.x, p.x + p.w)));
  const d = 2 * Math.max(...parts.map((p) => Math.max(-p.z, p.z + p.d + (p.porch ? 6 : 0))));
  const h = Math.max(...parts.map(getRidgeHeight));
  const scene = createScene(
    { panels, w, d, h },
    { ground: 'none', far: 0.9, horizon: 0.66, ...setting },
  );
  const [left, right, from] = plot.drive ?? [0, 0, 0];
  const drive: Ground = {
    kind: 'concrete',
    outline: [
      [left, 0, from],
      [right, 0, from],
      [right + 2, 0, from + 70],
      [left - 2, 0, from + 70],
    ],
  };
  const autumn = [LEAF.rust, LEAF.deep, LEAF.red];
  const green = [LEAF.deep, LEAF.green, LEAF.lilac];
  const shrubs = (plot.shrubs ?? []).map(([x, z], i): Tree => {
    const leaf = (setting.season === 'autumn' ? autumn : green)[i % 3] ?? LEAF.deep;
    const small = { x, z, height: 3 + (i % 3) * 0.5, seed: setting.seed + i };
    return snow
      ? { ...small, kind: 'spruce', height: small.height * 1.3, leaf: LEAF.frost }
      : { ...small, kind: 'bush', leaf };
  });
  return drawScene({
    ...scene,
    frontZ: Math.min(...parts.map((p) => p.z + p.d)),
    grounds: [...(plot.drive === undefined ? [] : [drive]), ...(scene.grounds ?? [])],
    bare: [...(scene.bare ?? []), [left - 1, from, right + 1, from + 90]],
    trees: [...scene.trees, ...shrubs],
  });
}
