import type { Panel } from '../building/panel.ts';
import { blend, darken, type Rgb, rgb } from '../color.ts';
import { dot, type Point, scale, sub, type Vec3 } from '../vector.ts';
import type { Light } from './light.ts';

/** The color of a window behind which a lamp is on. */
export const LAMPLIGHT: Rgb = rgb('#ffcf7d');

/** The offset of the shadow of a detail that protrudes one foot from the panel; feet. */
export function getShadowOffset(panel: Panel, light: Light): Point | undefined {
  const facing = dot(panel.normal, light.sun);
  if (facing < 0.08) return undefined;
  const along: Vec3 = scale(sub(light.sun, scale(panel.normal, facing)), -1 / facing);
  return [dot(along, panel.u), dot(along, panel.v)];
}

/** What a pane shows by day, on a panel in feet: the sky, a hedge, and streaks of light. */
export function getReflections(
  panel: Panel,
  points: readonly Point[],
  light: Light,
): { points: readonly Point[]; color: Rgb; opacity?: number }[] {
  const xs = points.map(([u]) => u);
  const ys = points.map(([, v]) => v);
  const [u0, u1, v0, v1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const w = u1 - u0;
  const h = v1 - v0;
  const streak = (a: number, b: number): Point[] => [
    [u0 + w * a, v0],
    [u0 + w * b, v0],
    [Math.min(u1, u0 + w * (b + 0.35)), v1],
    [Math.min(u1, u0 + w * (a + 0.35)), v1],
  ];
  const hedge: Point[] = [
    [u0, v0],
    [u1, v0],
    [u1, v0 + h * 0.3],
    [u0 + w * 0.7, v0 + h * 0.42],
    [u0 + w * 0.45, v0 + h * 0.27],
    [u0 + w * 0.2, v0 + h * 0.38],
    [u0, v0 + h * 0.24],
  ];
  const facesSun = Math.max(0, dot(panel.normal, light.sun));
  const base = blend(darken(light.sky[0], 0.45), light.sky[1], 0.25 + facesSun * 0.45);
  return [
    { points, color: base },
    { points: hedge, color: darken(base, 0.4), opacity: 0.55 },
    { points: streak(0.08, 0.3), color: light.sky[2], opacity: 0.4 },
    { points: streak(0.4, 0.48), color: light.sky[2], opacity: 0.3 },
  ];
}
