import { createView, type View } from '#drawing/geometry/camera.ts';
import type { Light } from '#drawing/geometry/light.ts';
import { createRandom } from '#drawing/geometry/random.ts';
import type { Vec3 } from '#drawing/geometry/vector.ts';
import type { Season } from './land.ts';
import { paintDistance, paintSky } from './sky.ts';
import { formatNumber } from './svg.ts';
import { DISTANT, paintTree, type Tree } from './trees.ts';

/** The share of a panorama's height that is above the horizon. */
export const PANORAMA_HORIZON = 0.86;

/**
 * The sky and the distance over half of a turn, as an SVG document: beside its mirror image it is seamless.
 * @param width and height in pixels
 */
export function drawPanorama(season: Season, light: Light, width: number, height: number): string {
  const view = createView(
    { eye: [0, 5, 0], target: [0, 5, -1], focal: 1 / Math.PI, horizon: PANORAMA_HORIZON },
    width,
    height,
  );
  const random = createRandom(17);
  return wrapSvg(
    width,
    height,
    paintSky(view, light, random, 7, width / 3.5) +
      paintDistance(view, light, random, DISTANT[season]),
  );
}

/** A tree alone as an SVG document of `width` by `height` feet, its foot in the middle of the lower edge. */
export function drawTree(
  tree: Tree,
  light: Light,
  isWinter: boolean,
  { width, height, pixelsPerFoot }: { width: number; height: number; pixelsPerFoot: number },
): string {
  const project = (p: Vec3): readonly [number, number] => [
    (width / 2 + p[0] - tree.x) * pixelsPerFoot,
    (height - p[1]) * pixelsPerFoot,
  ];
  const view: View = {
    width: width * pixelsPerFoot,
    height: height * pixelsPerFoot,
    eye: [0, 0, 1000],
    horizonY: 0,
    project,
    scaleAt: () => pixelsPerFoot,
    depth: () => 1000,
    polygon: (corners) => corners.map(project),
  };
  return wrapSvg(view.width, view.height, paintTree(tree, view, light, isWinter));
}

const wrapSvg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${formatNumber(width)}" height="${formatNumber(height)}" viewBox="0 0 ${formatNumber(width)} ${formatNumber(height)}">${content}</svg>`;
