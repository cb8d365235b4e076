import type { Panel } from '../building/panel.ts';
import { add, dot, getCentroid, type Point, sub } from '../vector.ts';
import type { View } from './camera.ts';
import { clipToConvex, toConvexPieces } from './mesh.ts';

type Seen = {
  panel: Panel;
  pieces: readonly (readonly Point[])[];
  low: Point;
  high: Point;
  distance: number;
  getNearness: (at: Point) => number;
};

/** Panels whose distances differ by a smaller share are in one plane. */
const MIN_DIFFERENCE = 1e-4;

/** The inverse of the depth of a panel's plane, which is linear on the image. */
function createNearness({ origin, u, v }: Panel, view: View): (at: Point) => number {
  const [from, along, up] = [origin, add(origin, u), add(origin, v)];
  const [x, y] = view.project(from);
  const [alongX, alongY] = view.project(along);
  const [upX, upY] = view.project(up);
  const area = (alongX - x) * (upY - y) - (alongY - y) * (upX - x);
  const nearness = 1 / view.depth(from);
  const alongStep = (1 / view.depth(along) - nearness) / area;
  const upStep = (1 / view.depth(up) - nearness) / area;
  return ([atX, atY]) =>
    nearness +
    ((atX - x) * (upY - y) - (atY - y) * (upX - x)) * alongStep +
    ((alongX - x) * (atY - y) - (alongY - y) * (atX - x)) * upStep;
}

/** Whether `a` must be painted before `b`: where their outlines overlap, at the point where they are farthest apart. */
function isBehind(a: Seen, b: Seen): boolean {
  let difference = 0;
  for (const piece of a.pieces) {
    for (const other of b.pieces) {
      for (const point of clipToConvex(piece, other)) {
        const nearness = a.getNearness(point);
        const share = b.getNearness(point) / nearness - 1;
        if (Math.abs(share) > Math.abs(difference)) difference = share;
      }
    }
  }
  return difference > MIN_DIFFERENCE;
}

/** The panels that face the viewer, ordered from the back to the front. */
export function sortBackToFront(panels: readonly Panel[], view: View): Panel[] {
  const seen = panels
    .filter((p) => dot(sub(view.eye, p.origin), p.normal) > 0)
    .map((p): Seen => {
      const points = view.polygon(p.corners);
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      return {
        panel: p,
        pieces: toConvexPieces(points),
        low: [Math.min(...xs), Math.min(...ys)],
        high: [Math.max(...xs), Math.max(...ys)],
        distance: Math.hypot(...sub(getCentroid(p.corners), view.eye)),
        getNearness: createNearness(p, view),
      };
    })
    .sort((a, b) => b.distance - a.distance);
  const ordered: Panel[] = [];
  const state = new Map<Seen, 'open' | 'done'>();
  const visit = (item: Seen) => {
    if (state.has(item)) return;
    state.set(item, 'open');
    for (const other of seen) {
      if (other === item || state.has(other)) continue;
      const apart =
        other.low[0] >= item.high[0] ||
        other.high[0] <= item.low[0] ||
        other.low[1] >= item.high[1] ||
        other.high[1] <= item.low[1];
      if (!apart && isBehind(other, item)) visit(other);
    }
    state.set(item, 'done');
    ordered.push(item.panel);
  };
  for (const item of seen) visit(item);
  return ordered;
}
