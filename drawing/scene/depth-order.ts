import type { Panel } from '../building/panel.ts';
import { dot, getCentroid, type Point, sub, type Vec3 } from '../vector.ts';
import type { View } from './camera.ts';

type Seen = { panel: Panel; points: readonly Point[]; low: Point; high: Point; distance: number };

/** Points this near to a plane count as on it, in feet. */
const EPSILON = 0.02;

/** The side of the panel's plane on which all points lie: 1 the eye's, -1 the other, 0 both. */
function getPlaneSide(plane: Panel, points: readonly Vec3[], eye: Vec3): number {
  const eyeSide = Math.sign(dot(sub(eye, plane.origin), plane.normal));
  let near = false;
  let far = false;
  for (const point of points) {
    const d = dot(sub(point, plane.origin), plane.normal) * eyeSide;
    if (d > EPSILON) near = true;
    if (d < -EPSILON) far = true;
  }
  return near && far ? 0 : near ? 1 : -1;
}

/** Whether `a` must be painted before `b`. */
function isBehind(a: Seen, b: Seen, eye: Vec3): boolean {
  const aAgainstB = getPlaneSide(b.panel, a.panel.corners, eye);
  const bAgainstA = getPlaneSide(a.panel, b.panel.corners, eye);
  if (aAgainstB === -1 && bAgainstA !== -1) return true;
  if (bAgainstA === 1 && aAgainstB !== 1) return true;
  if (bAgainstA === -1 && aAgainstB !== -1) return false;
  if (aAgainstB === 1 && bAgainstA !== 1) return false;
  return a.distance > b.distance;
}

/** Whether an edge of `a` has all of `b` on its other side. */
function hasSeparatingEdge(a: readonly Point[], b: readonly Point[]): boolean {
  return a.some(([x, y], i) => {
    const [nextX, nextY] = a[(i + 1) % a.length] ?? [x, y];
    const project = (points: readonly Point[]) =>
      points.map((point) => (point[0] - x) * (nextY - y) - (point[1] - y) * (nextX - x));
    const [own, others] = [project(a), project(b)];
    return (
      Math.max(...own) <= Math.min(...others) + EPSILON ||
      Math.min(...own) >= Math.max(...others) - EPSILON
    );
  });
}

/**
 * The panels that face the viewer, ordered from the back to the front.
 * @param options.byOutline compares outlines instead of their bounding boxes, which overlap more often: a
 *   wall, the roof over it and a dormer can then be in a circle, in which one of them is painted too early
 */
export function sortBackToFront(
  panels: readonly Panel[],
  view: View,
  { byOutline = false } = {},
): Panel[] {
  const seen = panels
    .filter((p) => dot(sub(view.eye, p.origin), p.normal) > 0)
    .map((p): Seen => {
      const points = view.polygon(p.corners);
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      return {
        panel: p,
        points,
        low: [Math.min(...xs), Math.min(...ys)],
        high: [Math.max(...xs), Math.max(...ys)],
        distance: Math.hypot(...sub(getCentroid(p.corners), view.eye)),
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
        other.high[1] <= item.low[1] ||
        (byOutline &&
          (hasSeparatingEdge(other.points, item.points) ||
            hasSeparatingEdge(item.points, other.points)));
      if (!apart && isBehind(other, item, view.eye)) visit(other);
    }
    state.set(item, 'done');
    ordered.push(item.panel);
  };
  for (const item of seen) visit(item);
  return ordered;
}
