import { m4 } from 'twgl.js';
import { expect, test } from 'vitest';
import { getEntrance } from '#drawing/design/design-geometry.ts';
import { createDesignPanels, getDesignBulk, turnToViewer } from '#drawing/design/design-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { type ShedDesign, STYLES, type Wall } from '#drawing/design/shed-design.ts';
import { createView } from '#drawing/geometry/camera.ts';
import type { Point, Vec3 } from '#drawing/geometry/vector.ts';
import { createCamera, PAGE_VIEWPOINT } from '#drawing/geometry/viewpoint.ts';
import { LOOK_LIMITS, type Look, limitLook, placeCamera } from './view-camera.ts';

const ANGLES: Record<Wall, number> = { front: 0, right: 90, back: 180, left: -90 };
const IMAGE = [960, 720] as const;

/** Projects points of a shed onto a canvas as the view that turns does; pixels. */
function project(
  points: readonly Vec3[],
  design: ShedDesign,
  wall: Wall,
  look: Partial<Look>,
  [width, height]: readonly [number, number],
): Point[] {
  const lens = createCamera(getDesignBulk(design, wall), PAGE_VIEWPOINT);
  const angle = ANGLES[wall] + PAGE_VIEWPOINT.turn;
  const seen = { angle, tilt: 0, zoom: 1, ...look };
  const { viewProjection } = placeCamera(lens, seen, width, height);
  return points.map((point) => {
    const [x = 0, y = 0] = m4.transformPoint(viewProjection, [...point]);
    return [((1 + x) / 2) * width, ((1 - y) / 2) * height];
  });
}

const getCorners = (design: ShedDesign) =>
  createDesignPanels(design).flatMap(({ corners }) => corners);

const designs = STYLES.flatMap((style) => [
  createPresetDesign({ style }),
  createPresetDesign({ style, width: 12, length: 20 }),
]).map((design, i): ShedDesign => {
  const wall = (['front', 'left', 'back', 'right'] as const)[i % 4] ?? 'front';
  const hasSides = design.style !== 'A-Frame';
  return hasSides
    ? { ...design, porchDepth: 0, openings: [{ type: 'double-door-60', wall, position: 24 }] }
    : design;
});

test.each([
  ['a canvas of 4:3', 960, 720],
  ['a wide canvas', 1200, 400],
  ['a tall canvas', 320, 400],
])('on %s, the first view shows each point where the image has it', (_name, width, height) => {
  for (const design of designs) {
    for (const wall of [getEntrance(design), 'back'] as const) {
      const lens = createCamera(getDesignBulk(design, wall), PAGE_VIEWPOINT);
      const image = createView(lens, ...IMAGE);
      const turned = turnToViewer(design, createDesignPanels(design), wall);
      // The image is as large as it fits, in the middle.
      const scale = Math.min(width / IMAGE[0], height / IMAGE[1]);
      const [left, top] = [(width - IMAGE[0] * scale) / 2, (height - IMAGE[1] * scale) / 2];
      const expected = turned
        .flatMap(({ corners }) => corners)
        .map((corner) => image.project(corner))
        .map(([x, y]): Point => [left + x * scale, top + y * scale]);
      const points = project(getCorners(design), design, wall, {}, [width, height]);
      const distances = points.map(([x, y], i) => {
        const [toX, toY] = expected[i] ?? [Number.NaN, Number.NaN];
        return Math.hypot(x - toX, y - toY);
      });
      expect(Math.max(...distances), `${design.style} from ${wall}`).toBeLessThan(0.01);
    }
  }
});

test('a shed is in view from all sides, from above and with the smallest zoom', () => {
  const [width, height] = IMAGE;
  for (const design of designs) {
    const corners = getCorners(design);
    for (let turn = 0; turn < 360; turn += 15) {
      for (const look of [{}, { tilt: LOOK_LIMITS.tilt[1] }, { zoom: LOOK_LIMITS.zoom[0] }]) {
        const seen = { angle: turn, ...look };
        const points = project(corners, design, getEntrance(design), seen, IMAGE);
        // The end of a ramp may reach the lower edge, as in the image.
        const isInView = points.every(([x, y]) => x > 0 && x < width && y > 0 && y < 1.04 * height);
        expect(isInView, `${design.style} ${JSON.stringify(seen)}`).toBe(true);
      }
    }
  }
});

test('tilt and zoom stay within their limits, and the angle has none', () => {
  expect(limitLook({ angle: 500, tilt: -3, zoom: 9 })).toEqual({ angle: 500, tilt: 0, zoom: 3 });
  expect(limitLook({ angle: -1, tilt: 80, zoom: 0 })).toEqual({ angle: -1, tilt: 45, zoom: 0.7 });
});
