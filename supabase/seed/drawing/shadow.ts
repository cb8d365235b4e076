import type { View } from './camera.ts';
import { path } from './svg.ts';
import { clipPolygon, dot, type Point, polygonNormal, scale, sub, type Vec3 } from './vector.ts';

/** A flat outline that stops the sun. */
export type Caster = readonly Vec3[];
export type Plane = { origin: Vec3; normal: Vec3 };

export const GROUND: Plane = { origin: [0, 0, 0], normal: [0, 1, 0] };

/** The shadow that one outline throws on a plane; empty where it throws none. */
function castOn(caster: Caster, plane: Plane, sun: Vec3): Vec3[] {
  const facing = dot(plane.normal, sun);
  if (facing <= 0.01) return [];
  const height = (p: Vec3) => dot(sub(p, plane.origin), plane.normal);
  return clipPolygon(caster, (p) => height(p) - 0.03).map((p) =>
    sub(p, scale(sun, height(p) / facing)),
  );
}

const area = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    return sum + x * ny - nx * y;
  }, 0);

/** One path of all shadows on a plane; outlines wind the same way, so that overlaps stay one shadow. */
export function shadowPath(
  casters: readonly Caster[],
  plane: Plane,
  sun: Vec3,
  view: View,
): string {
  return casters
    .map((caster) => {
      const points = view.polygon(castOn(caster, plane, sun));
      return path(area(points) < 0 ? [...points].reverse() : points);
    })
    .join('');
}

/** A round outline of radius r that faces the sun, for crowns of trees. */
export function disc(centre: Vec3, r: number, sun: Vec3): Vec3[] {
  const side = polygonNormal([[0, 0, 0], sun, [sun[0], sun[1] + 1, sun[2]]]);
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
