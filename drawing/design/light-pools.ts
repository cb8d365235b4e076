import { LAMPLIGHT } from '#drawing/geometry/light.ts';
import { createPanel, type Panel } from '#drawing/geometry/panel.ts';
import type { Point, Vec3 } from '#drawing/geometry/vector.ts';
import { getOpeningRectInFeet } from './design-geometry.ts';
import { placeOnWall } from './feature-panels.ts';
import type { Shed } from './resolve-shed.ts';
import { OPENINGS } from './shed-design.ts';

/** Where light from a lamp under the ceiling meets the ground, out from the wall; feet. */
const REACH = { door: [0.2, 10], window: [2.5, 9] } as const;
/** How much wider it is there, on each side; feet. */
const SPREAD = 2.2;
/** Above stones and grass; feet. */
const LEVEL = 0.06;
/** Each is inside the one before it, so that the light fades to its edge. */
const STEPS = [0, 0.25, 0.5, 0.72];
const OPACITY = 0.09;

/**
 * The light that falls on the ground from windows and open doors by night, in feet. Only the details of these
 * panels are seen: they are translucent.
 */
export function createLightPools(shed: Shed, { hasOpenDoors }: { hasOpenDoors: boolean }): Panel[] {
  return shed.design.openings.flatMap((opening) => {
    const { kind } = OPENINGS[opening.type];
    if (kind === 'door' && !hasOpenDoors) return [];
    const { left, width } = getOpeningRectInFeet(shed.design, opening);
    const [near, far] = REACH[kind];
    const [from, to] = [left - SPREAD, left + width + SPREAD];
    const corners: Vec3[] = [
      [from, LEVEL, near],
      [from, LEVEL, far],
      [to, LEVEL, far],
      [to, LEVEL, near],
    ];
    const toPoint = (x: number, z: number): Point => [x - from, far - z];
    const marks = STEPS.map((step) => {
      const end = far - (far - near) * 0.8 * step;
      const spread = SPREAD * (1 - step);
      const points = [
        toPoint(left + width * 0.1, near),
        toPoint(left - spread, end),
        toPoint(left + width + spread, end),
        toPoint(left + width * 0.9, near),
      ];
      return { type: 'area' as const, points, color: LAMPLIGHT, opacity: OPACITY, flat: true };
    });
    const pool = createPanel(corners, LAMPLIGHT, {
      inside: [0, -9, 0],
      marks,
      graded: false,
      casts: false,
    });
    return placeOnWall(shed, opening.wall, [pool]);
  });
}
