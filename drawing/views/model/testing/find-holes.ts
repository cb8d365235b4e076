import { createView, type View } from '#drawing/geometry/camera.ts';
import { createLight } from '#drawing/geometry/light.ts';
import type { Mesh, Panel } from '#drawing/geometry/panel.ts';
import type { Point, Vec3 } from '#drawing/geometry/vector.ts';
import { createCamera, PAGE_VIEWPOINT } from '#drawing/geometry/viewpoint.ts';
import { createMesh } from '../mesh.ts';

/** How much nearer the back of a surface is than the front of another that it hides; feet. */
const MIN_DEPTH = 0.02;
const LIGHT = createLight('noon', 0);

/** The view of the designer from around a shed of that size (feet). @param turn degrees from the front */
export function createViewAround(
  { w, d, h }: { w: number; d: number; h: number },
  turn: number,
  [width, height]: readonly [number, number],
): View {
  const angle = (turn * Math.PI) / 180;
  const camera = createCamera({ w, d, h }, PAGE_VIEWPOINT);
  const away = Math.hypot(camera.eye[0], camera.eye[2]);
  const eye: Vec3 = [Math.sin(angle) * away, camera.eye[1], Math.cos(angle) * away];
  return createView({ ...camera, eye }, width, height);
}

/**
 * Counts, for each view, the pixels at which one sees what is behind a building, or the inside of its far side, although something
 * of it is there: the nearest surface shows its back, which is not painted, or a translucent detail hides the
 * opaque surface behind it.
 */
export function countHoles(panels: readonly Panel[], views: readonly View[]): number[] {
  const shells = createMesh(panels, LIGHT, { blend: (areas) => areas.slice(0, 1) });
  const mesh = createMesh(panels, LIGHT);
  return views.map((view) => countOpenPixels(shells, view) + countTranslucentPixels(mesh, view));
}

function countOpenPixels(mesh: Mesh, view: View): number {
  const fronts = new Float32Array(view.width * view.height);
  const backs = new Float32Array(view.width * view.height);
  fillTriangles(mesh, view, (pixel, nearness, { isFront }) => {
    const depths = isFront ? fronts : backs;
    if (nearness > (depths[pixel] ?? 0)) depths[pixel] = nearness;
  });
  return backs.filter((back, pixel) => {
    const front = fronts[pixel] ?? 0;
    return back > 0 && (front === 0 || 1 / front - 1 / back > MIN_DEPTH);
  }).length;
}

/** Paints as a graphics card does: triangle by triangle, where nothing nearer was painted before. */
function countTranslucentPixels(mesh: Mesh, view: View): number {
  const depths = new Float32Array(view.width * view.height);
  const isOpaque = new Uint8Array(view.width * view.height);
  const hasOpaque = new Uint8Array(view.width * view.height);
  fillTriangles(mesh, view, (pixel, nearness, { isFront, opacity }) => {
    if (!isFront) return;
    if (opacity === 1) hasOpaque[pixel] = 1;
    if (nearness < (depths[pixel] ?? 0)) return;
    depths[pixel] = nearness;
    if (opacity === 1) isOpaque[pixel] = 1;
  });
  return hasOpaque.filter((has, pixel) => has > (isOpaque[pixel] ?? 0)).length;
}

type Triangle = { isFront: boolean; opacity: number };

/** Calls back for each pixel whose middle is in a triangle, with the inverse of its depth there. */
function fillTriangles(
  { positions, colors }: Mesh,
  view: View,
  paint: (pixel: number, nearness: number, triangle: Triangle) => void,
) {
  const at = (corner: number): Vec3 => [
    positions[3 * corner] ?? 0,
    positions[3 * corner + 1] ?? 0,
    positions[3 * corner + 2] ?? 0,
  ];
  for (let first = 0; 3 * first < positions.length; first += 3) {
    const corners = [at(first), at(first + 1), at(first + 2)] as const;
    const [a, b, c] = corners.map(view.project) as [Point, Point, Point];
    const area = cross(a, b, c);
    if (Math.abs(area) < 1e-6) continue;
    const [nearA, nearB, nearC] = corners.map((corner) => 1 / view.depth(corner)) as [
      number,
      number,
      number,
    ];
    const triangle = { isFront: area < 0, opacity: colors[4 * first + 3] ?? 0 };
    const [left, right] = getRange([a[0], b[0], c[0]], view.width);
    const [top, bottom] = getRange([a[1], b[1], c[1]], view.height);
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const point: Point = [x + 0.5, y + 0.5];
        const ofA = cross(b, c, point) / area;
        const ofB = cross(c, a, point) / area;
        const ofC = 1 - ofA - ofB;
        if (ofA < 0 || ofB < 0 || ofC < 0) continue;
        paint(y * view.width + x, ofA * nearA + ofB * nearB + ofC * nearC, triangle);
      }
    }
  }
}

/** The pixels whose middles are in a range. */
const getRange = (values: readonly number[], size: number): [number, number] => [
  Math.max(0, Math.ceil(Math.min(...values) - 0.5)),
  Math.min(size - 1, Math.floor(Math.max(...values) - 0.5)),
];

const cross = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
