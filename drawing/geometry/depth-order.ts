import type { View } from './camera.ts';
import type { Panel } from './panel.ts';
import { clipToConvex, toConvexPieces } from './polygon.ts';
import { add, clipPolygon, dot, getCentroid, type Point, sub, type Vec3 } from './vector.ts';

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
/** How far a panel that is cut reaches on both sides of the other's plane, in feet. */
const MIN_CUT = 0.005;

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

type Depths = { min: number; max: number };

/** How much nearer `b` is than `a` where their outlines overlap, at least and at most, as shares of the distance. */
export function compareDepths(a: Seen, b: Seen): Depths {
  let [min, max] = [0, 0];
  for (const piece of a.pieces) {
    for (const other of b.pieces) {
      for (const point of clipToConvex(piece, other)) {
        const share = b.getNearness(point) / a.getNearness(point) - 1;
        min = Math.min(min, share);
        max = Math.max(max, share);
      }
    }
  }
  return { min, max };
}

/** True if the first panel must be painted before the other, judged at the point where they are farthest apart. */
export const isBehind = ({ min, max }: Depths): boolean => max > MIN_DIFFERENCE && max > -min;

const isInterleaved = ({ min, max }: Depths) => max > MIN_DIFFERENCE && min < -MIN_DIFFERENCE;

/** A panel as it is on the image. */
export function toSeen(panel: Panel, view: View): Seen {
  const points = view.polygon(panel.corners);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    panel,
    pieces: toConvexPieces(points),
    low: [Math.min(...xs), Math.min(...ys)],
    high: [Math.max(...xs), Math.max(...ys)],
    distance: Math.hypot(...sub(getCentroid(panel.corners), view.eye)),
    getNearness: createNearness(panel, view),
  };
}

/** True if the boxes around two outlines do not overlap. */
export const isApart = (a: Seen, b: Seen): boolean =>
  a.low[0] >= b.high[0] || a.high[0] <= b.low[0] || a.low[1] >= b.high[1] || a.high[1] <= b.low[1];

const getSide = ({ origin, normal }: Panel, point: Vec3): number => dot(sub(point, origin), normal);

function isCutBy(panel: Panel, other: Panel): boolean {
  if (panel.graded || panel.marks.length > 0) return false;
  const sides = panel.corners.map((corner) => getSide(other, corner));
  return Math.min(...sides) < -MIN_CUT && Math.max(...sides) > MIN_CUT;
}

const cut = (panel: Panel, by: Panel): Panel[] =>
  [1, -1].map((sign) => ({
    ...panel,
    corners: clipPolygon(panel.corners, (point) => sign * getSide(by, point)),
  }));

/**
 * The panels that face the viewer, ordered from the back to the front.
 * @param options.canCut cuts plain panels of which each is behind another one (Newell)
 */
export function sortBackToFront(
  panels: readonly Panel[],
  view: View,
  { canCut = false } = {},
): Panel[] {
  const seen = panels
    .filter((p) => dot(sub(view.eye, p.origin), p.normal) > 0)
    .map((p) => toSeen(p, view))
    .sort((a, b) => b.distance - a.distance);
  const ordered: Panel[] = [];
  const open: Seen[] = [];
  const done = new Set<Seen>();
  const cutOne = (cycle: readonly Seen[]): boolean => {
    for (const item of canCut ? [...cycle].reverse() : []) {
      const by = cycle.find((other) => isCutBy(item.panel, other.panel));
      if (by === undefined) continue;
      done.add(item);
      seen.push(...cut(item.panel, by.panel).map((part) => toSeen(part, view)));
      return true;
    }
    return false;
  };
  const visit = (item: Seen) => {
    open.push(item);
    // The list grows when a panel is cut.
    for (const other of seen) {
      if (other === item || done.has(other) || isApart(other, item)) continue;
      const index = open.indexOf(other);
      if (index >= 0 && !canCut) continue;
      const depths = compareDepths(other, item);
      const isCut = isInterleaved(depths) && cutOne([other, item]);
      if (!isCut && isBehind(depths)) {
        if (index < 0) visit(other);
        else cutOne(open.slice(index));
      }
      // Panels that waited for the one that was cut are visited again.
      if (open.some((each) => done.has(each))) {
        open.pop();
        return;
      }
    }
    open.pop();
    done.add(item);
    ordered.push(item.panel);
  };
  for (const item of seen) if (!done.has(item)) visit(item);
  return ordered;
}
