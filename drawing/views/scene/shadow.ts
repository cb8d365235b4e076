import type { View } from '#drawing/geometry/camera.ts';
import {
  clipPolygon,
  dot,
  getPolygonNormal,
  type Point,
  scale,
  sub,
  type Vec3,
} from '#drawing/geometry/vector.ts';
import { toPath } from './svg.ts';

/** A flat outline that stops the sun. */
export type Caster = readonly Vec3[];
/** A plane in feet. */
type Plane = { origin: Vec3; normal: Vec3 };

/** The ground. */
export const GROUND: Plane = { origin: [0, 0, 0], normal: [0, 1, 0] };

/** The shadow that an outline throws on a plane; empty if it throws none. */
function castShadow(caster: Caster, plane: Plane, sun: Vec3): Vec3[] {
  const facing = dot(plane.normal, sun);
  if (facing <= 0.01) return [];
  const height = (p: Vec3) => dot(sub(p, plane.origin), plane.normal);
  return clipPolygon(caster, (p) => height(p) - 0.03).map((p) =>
    sub(p, scale(sun, height(p) / facing)),
  );
}

const getSignedArea = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    return sum + x * ny - nx * y;
  }, 0);

/** One SVG path of all shadows on a plane. Outlines wind the same way, so that overlaps are one shadow. */
export function getShadowPath(
  casters: readonly Caster[],
  plane: Plane,
  sun: Vec3,
  view: View,
): string {
  return casters
    .map((caster) => {
      const points = view.polygon(castShadow(caster, plane, sun));
      return toPath(getSignedArea(points) < 0 ? [...points].reverse() : points);
    })
    .join('');
}

/** A round outline of radius r (feet) that faces the sun, for crowns of trees. */
export function createDisc(centre: Vec3, r: number, sun: Vec3): Vec3[] {
  const side = getPolygonNormal([[0, 0, 0], sun, [sun[0], sun[1] + 1, sun[2]]]);
  const up: Vec3 = [
    side[1] * sun[2] - side[2] * sun[1],
    side[2] * sun[0] - side[0] * sun[2],
    side[0] * sun[1] - side[1] * sun[0],
  ];
  return Array.from({ length: 10 }, (_, i) => {
    const angle = (i / 10) * Math.PI * 2;
    const c = Math.cos(angle) * r;
    const s = Math.sin(angle) * r;
    return [
      centre[0] + side[0] * c + up[0] * s,
      centre[1] + side[1] * c + up[1] * s,
      centre[2] + side[2] * c + up[2] * s,
    ];
  });
}
