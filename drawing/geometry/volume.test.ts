import { expect, test } from 'vitest';
import { rgb } from './color.ts';
import type { Panel } from './panel.ts';
import { add, cross, dot, scale, sub, type Vec3 } from './vector.ts';
import { createGableFrame, createRoof } from './volume.ts';

/** Whether light in a direction from a point meets a panel. */
function isHit(from: Vec3, direction: Vec3, { corners, normal, origin }: Panel): boolean {
  const approach = dot(normal, direction);
  if (Math.abs(approach) < 1e-9) return false;
  const distance = dot(normal, sub(origin, from)) / approach;
  if (distance < 0) return false;
  const hit = add(from, scale(direction, distance));
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    return dot(normal, cross(sub(next, corner), sub(hit, corner)));
  });
  return sides.every((side) => side >= -1e-9) || sides.every((side) => side <= 1e-9);
}

const front: Vec3[] = [-1, -0.5, 0, 0.5, 1].map((x) => [x, 0.6, 1]);
const side: Vec3[] = [-1, -0.5, 0, 0.5, 1].map((z) => [1, 0.6, z]);

test.each([0, 0.25])(
  'the sun does not shine between walls and a roof under %d ft of snow',
  (snow) => {
    const thickness = 0.4;
    const casters = createRoof({
      frame: createGableFrame(0, 0),
      profile: [
        [0, 8],
        [5, 11],
        [10, 8],
      ],
      base: 0,
      length: 12,
      wall: rgb('#888888'),
      ends: [() => [], () => []],
      sides: [() => [], () => []],
      roof: {
        color: rgb('#444444'),
        cover: 'shingles',
        fascia: rgb('#ffffff'),
        eave: 0.8,
        rake: 0.7,
        thickness,
        snow,
      },
    }).filter(({ casts }) => casts);
    const isLit = (point: Vec3, sun: Vec3) => !casters.some((panel) => isHit(point, sun, panel));
    const depths = [0.05, 0.5, 0.95].map((share) => share * (thickness + snow));
    // Above the front wall, between the underside and the top of the roof.
    const above = [1, 3, 5, 7, 9].flatMap((x) =>
      depths.map((depth): Vec3 => [x, 11 - 0.6 * Math.abs(x - 5) + depth, 12]),
    );
    expect(above.filter((point) => front.some((sun) => isLit(point, sun)))).toEqual([]);
    // Above the right wall, from the roof's underside at its edge.
    const beside = [1, 6, 11].flatMap((z) => depths.map((depth): Vec3 => [10, 7.52 + depth, z]));
    expect(beside.filter((point) => side.some((sun) => isLit(point, sun)))).toEqual([]);
  },
);
