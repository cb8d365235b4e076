import { createRailing } from '../building/fixtures.ts';
import { createBar, createBox, createPanel, type Panel } from '../building/panel.ts';
import { createRoofCover, type Roofing } from '../building/siding.ts';
import { darken, type Rgb, rgb } from '../color.ts';
import { SNOW } from '../palette.ts';
import type { Vec3 } from '../vector.ts';

/** A covered porch along a front wall at z; x and w are its left end and width in feet. */
type Veranda = {
  x: number;
  z: number;
  w: number;
  depth: number;
  /** The underside of its roof at the wall. */
  top: number;
  trim: Rgb;
  fascia: Rgb;
  roof: Rgb;
  cover: Roofing;
  snow: boolean;
};

const DECK = rgb('#b9a07c');
const FLOOR = 0.9;

function createRoofSlab(v: Veranda): Panel[] {
  const drop = 1.5;
  const out = v.z + v.depth + 0.7;
  const [left, right] = [v.x - 0.6, v.x + v.w + 0.6];
  const thick = v.snow ? 0.85 : 0.36;
  const corners = (lift: number): [Vec3, Vec3, Vec3, Vec3] => [
    [left, v.top + lift, v.z + 0.02],
    [right, v.top + lift, v.z + 0.02],
    [right, v.top - drop + lift, out],
    [left, v.top - drop + lift, out],
  ];
  const low = corners(0);
  const high = corners(thick);
  const middle: Vec3 = [v.x + v.w / 2, v.top - drop / 2, v.z + v.depth / 2];
  const edge = (a: Vec3, b: Vec3, c: Vec3, d: Vec3) =>
    createPanel([a, b, c, d], v.fascia, { inside: middle, graded: false, casts: false });
  return [
    createPanel(high, v.snow ? SNOW : v.roof, {
      inside: [middle[0], -50, v.z],
      graded: false,
      marks: (w, h) => (v.snow ? [] : createRoofCover(v.cover, w, h, v.roof, 3)),
    }),
    createPanel(low, darken(v.trim, 0.2), {
      inside: [middle[0], 1000, v.z],
      graded: false,
      casts: false,
    }),
    edge(low[3], low[2], high[2], high[3]),
    edge(low[0], low[3], high[3], high[0]),
    edge(low[1], low[2], high[2], high[1]),
  ];
}

/** The deck, steps, posts, railings and roof of a porch, in feet. */
export function createVeranda(v: Veranda): Panel[] {
  const z = v.z + v.depth;
  const beam = v.top - 1.75;
  const bays = 2 * Math.round(v.w / 14) + 1;
  const middle = Math.floor((bays - 1) / 2);
  const at = (i: number) => v.x + 0.3 + ((v.w - 0.6) * i) / bays;
  const posts = Array.from({ length: bays + 1 }, (_, i) =>
    createBox([at(i) - 0.28, FLOOR, z - 0.6], [0.56, beam - FLOOR, 0.56], v.trim),
  ).flat();
  const rails = Array.from({ length: bays }, (_, i) =>
    i === middle
      ? []
      : createRailing([at(i), FLOOR, z - 0.32], [at(i + 1), FLOOR, z - 0.32], v.trim),
  ).flat();
  const steps = [0, 1].flatMap((i) =>
    createBox(
      [at(middle) + 0.4, 0, z + 0.02 + i * 1.1],
      [at(middle + 1) - at(middle) - 0.8, 0.62 - i * 0.3, 1.1],
      DECK,
    ),
  );
  return [
    ...createBox([v.x, 0, v.z + 0.02], [v.w, FLOOR, v.depth], DECK),
    ...steps,
    ...posts,
    ...rails,
    ...createBar([v.x, beam + 0.25, z - 0.32], [v.x + v.w, beam + 0.25, z - 0.32], 0.5, v.trim),
    ...createRoofSlab(v),
  ];
}
