import { type Rgb, rgb } from '#drawing/geometry/color.ts';
import { createRandom, type Random, randomBetween } from '#drawing/geometry/random.ts';
import type { Bulk } from '#drawing/geometry/viewpoint.ts';
import type { Season } from './land.ts';
import { LEAF, type Tree } from './trees.ts';

/** An arrangement of trees around a building. */
export type Layout = 'maple' | 'spruces' | 'birches' | 'meadow' | 'grove' | 'yard';

function pickLeafColor(season: Season, random: Random): Rgb {
  const lists: Record<Season, readonly Rgb[]> = {
    summer: [LEAF.green, LEAF.deep, LEAF.lime],
    spring: [LEAF.lime, LEAF.green, rgb('#b9c96a')],
    autumn: [LEAF.orange, LEAF.red, LEAF.gold, LEAF.rust],
    winter: [LEAF.frost],
  };
  const list = lists[season];
  return list[Math.floor(random() * list.length)] ?? LEAF.green;
}

/** A few trees far behind, so that the field is not empty. */
function plantDistantTrees(season: Season, random: Random, seed: number): Tree[] {
  return Array.from({ length: 7 }, (_, i): Tree => {
    const x = -84 + i * 28 + randomBetween(random, -11, 11);
    const z = randomBetween(random, -96, -62);
    const height = randomBetween(random, 15, 25);
    if (random() < 0.35 || season === 'winter') {
      const leaf = season === 'winter' ? LEAF.frost : LEAF.spruce;
      return { kind: 'spruce', x, z, height: height * 1.2, leaf, seed: seed + i };
    }
    return { kind: 'maple', x, z, height, leaf: pickLeafColor(season, random), seed: seed + i };
  });
}

function plantNearTrees(
  layout: Layout,
  season: Season,
  b: Bulk,
  side: number,
  seed: number,
): Tree[] {
  const random = createRandom(seed * 31 + 5);
  const winter = season === 'winter';
  const broad = (kind: 'maple' | 'birch', x: number, z: number, height: number): Tree =>
    winter
      ? { kind: 'bare', x, z, height: height * 0.82, leaf: LEAF.frost, seed: seed + Math.round(x) }
      : {
          kind,
          x,
          z,
          height,
          leaf: pickLeafColor(season, random),
          seed: seed + Math.round(x * 3 + z),
        };
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
  const j = () => randomBetween(random, -2, 2);
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
        spruce(x + j(), back - 12 - (i % 3) * 5, tall * randomBetween(random, 0.85, 1.35)),
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
          tall * randomBetween(random, 0.9, 1.1),
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
          : broad(
              'maple',
              x + j(),
              back - 13 - (i % 2) * 7,
              tall * randomBetween(random, 0.85, 1.1),
            ),
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

/**
 * The trees of a layout around a building at the origin, in feet.
 * @param side 1 if the viewer is to the right, otherwise -1
 */
export function plantTrees(
  layout: Layout,
  season: Season,
  b: Bulk,
  side: number,
  seed: number,
): Tree[] {
  const far = plantDistantTrees(season, createRandom(seed * 13 + 1), seed);
  return [...plantNearTrees(layout, season, b, side, seed), ...far];
}
