import type { Point } from '#drawing/geometry/vector.ts';
import type { Member } from '../member.ts';

/** Members touch; float errors are smaller than this, in inches and square inches. */
const TOLERANCE = 1e-4;

type Body = { member: Member; left: number; right: number; low: number; high: number };

/** Two members that share space, if any. */
export function findOverlap(members: readonly Member[]): [Member, Member] | undefined {
  const bodies = members.map((member): Body => {
    const xs = member.prism.outline.map(([x]) => x);
    const ys = member.prism.outline.map(([, y]) => y);
    return {
      member,
      left: Math.min(...xs),
      right: Math.max(...xs),
      low: Math.min(...ys),
      high: Math.max(...ys),
    };
  });
  bodies.sort((a, b) => a.member.prism.from - b.member.prism.from);
  for (const [index, a] of bodies.entries()) {
    for (let next = index + 1; next < bodies.length; next += 1) {
      const b = bodies[next];
      if (!b || b.member.prism.from >= a.member.prism.to - TOLERANCE) break;
      const isDisjoint =
        a.right <= b.left + TOLERANCE ||
        b.right <= a.left + TOLERANCE ||
        a.high <= b.low + TOLERANCE ||
        b.high <= a.low + TOLERANCE;
      if (
        !isDisjoint &&
        getSharedArea(a.member.prism.outline, b.member.prism.outline) > TOLERANCE
      ) {
        return [a.member, b.member];
      }
    }
  }
  return undefined;
}

/** The area that two outlines share: both are divided into triangles. */
function getSharedArea(a: readonly Point[], b: readonly Point[]): number {
  let area = 0;
  const others = triangulate(b);
  for (const first of triangulate(a)) {
    for (const second of others) {
      if (mayMeet(first, second)) area += getArea(clipTriangle(first, second));
    }
  }
  return area;
}

type Triangle = readonly [Point, Point, Point];

/** No edge of either has the other one on its outer side. */
const mayMeet = (a: Triangle, b: Triangle) => !hasOutside(a, b) && !hasOutside(b, a);

const hasOutside = ([a, b, c]: Triangle, other: Triangle) =>
  isBeyond(a, b, other) || isBeyond(b, c, other) || isBeyond(c, a, other);

const isBeyond = (from: Point, to: Point, [a, b, c]: Triangle) =>
  cross(from, to, a) <= 0 && cross(from, to, b) <= 0 && cross(from, to, c) <= 0;

const cross = (a: Point, b: Point, c: Point) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Ear clipping. */
function triangulate(outline: readonly Point[]): Triangle[] {
  const points = getArea(outline) < 0 ? outline.toReversed() : [...outline];
  const triangles: Triangle[] = [];
  while (points.length > 3) {
    const count = points.length;
    const findEar = (margin: number) =>
      points.findIndex((point, index) => {
        const before = points[(index + count - 1) % count] ?? point;
        const after = points[(index + 1) % count] ?? point;
        if (cross(before, point, after) < 0) return false;
        return points.every(
          (other) =>
            other === before ||
            other === point ||
            other === after ||
            cross(before, point, other) <= margin ||
            cross(point, after, other) <= margin ||
            cross(after, before, other) <= margin,
        );
      });
    // Rafters of an A-frame touch themselves at the floor: corners on the edge of an ear are avoided.
    const strict = findEar(-TOLERANCE);
    const ear = strict < 0 ? findEar(0) : strict;
    if (ear < 0) break;
    const [before, point, after] = [-1, 0, 1].map(
      (step) => points[(ear + count + step) % count] ?? [0, 0],
    ) as [Point, Point, Point];
    triangles.push([before, point, after]);
    points.splice(ear, 1);
  }
  const [a, b, c] = points;
  return a && b && c ? [...triangles, [a, b, c]] : triangles;
}

function clipTriangle(subject: Triangle, [a, b, c]: Triangle): Point[] {
  let clipped: Point[] = [...subject];
  for (const [from, to] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    clipped = clipped.flatMap((point, index): Point[] => {
      const next = clipped[(index + 1) % clipped.length] ?? point;
      const [here, there] = [cross(from, to, point), cross(from, to, next)];
      const share = here / (here - there);
      const cut: Point = [
        point[0] + (next[0] - point[0]) * share,
        point[1] + (next[1] - point[1]) * share,
      ];
      return [...(here >= 0 ? [point] : []), ...(here * there < 0 ? [cut] : [])];
    });
  }
  return clipped;
}

/** Positive if the corners are counter-clockwise. */
function getArea(outline: readonly Point[]): number {
  return outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}
