import type { Rgb } from './color.ts';
import {
  add,
  cross,
  dot,
  getCentroid,
  getPolygonNormal,
  normalize,
  type Point,
  scale,
  sub,
  type Vec3,
} from './vector.ts';

/** A detail on a panel, in feet from the panel's lower left corner as seen from outside. */
export type Mark =
  | {
      type: 'area';
      points: readonly Point[];
      color: Rgb;
      opacity?: number;
      /** How far it protrudes from the panel, in feet: it throws a shadow of that depth. */
      lift?: number;
      /** Not affected by the light. */
      flat?: boolean;
    }
  | { type: 'line'; points: readonly Point[]; color: Rgb; width: number; opacity?: number }
  | { type: 'glass'; points: readonly Point[]; warm?: boolean };

/** Triangles for a renderer with a depth buffer: nine numbers of position, twelve of color each. */
export type Mesh = {
  /** Three consecutive corners of a triangle, in feet. */
  positions: Float32Array;
  normals: Float32Array;
  /** Red, green, blue and opacity, 0 to 1; above 1 for what shines in the shade. */
  colors: Float32Array;
};

/** A flat piece of a building, in feet. */
export type Panel = {
  corners: readonly Vec3[];
  normal: Vec3;
  origin: Vec3;
  u: Vec3;
  v: Vec3;
  width: number;
  height: number;
  color: Rgb;
  marks: readonly Mark[];
  /** False for pieces too small or too flat to throw a shadow that matters. */
  casts: boolean;
  /** False for pieces that do not darken towards the ground. */
  graded: boolean;
};

/** The options of `createPanel`. */
type PanelOptions = {
  marks?: readonly Mark[] | ((width: number, height: number) => readonly Mark[]);
  /** A point on the inside: the panel faces away from it. */
  inside?: Vec3;
  casts?: boolean;
  graded?: boolean;
};

/** Creates a panel from the corners of a flat polygon, in feet. */
export function createPanel(
  corners: readonly Vec3[],
  color: Rgb,
  options: PanelOptions = {},
): Panel {
  let ordered = corners;
  let normal = getPolygonNormal(corners);
  if (options.inside !== undefined && dot(normal, sub(getCentroid(corners), options.inside)) < 0) {
    ordered = [...corners].reverse();
    normal = scale(normal, -1);
  }
  const up: Vec3 = Math.abs(normal[1]) > 0.99 ? [0, 0, -1] : [0, 1, 0];
  const v = normalize(sub(up, scale(normal, dot(up, normal))));
  const u = cross(v, normal);
  const us = ordered.map((p) => dot(p, u));
  const vs = ordered.map((p) => dot(p, v));
  const lowU = Math.min(...us);
  const lowV = Math.min(...vs);
  const origin = add(
    add(scale(u, lowU), scale(v, lowV)),
    scale(normal, dot(ordered[0] ?? [0, 0, 0], normal)),
  );
  const width = Math.max(...us) - lowU;
  const height = Math.max(...vs) - lowV;
  const marks =
    typeof options.marks === 'function' ? options.marks(width, height) : (options.marks ?? []);
  return {
    corners: ordered,
    normal,
    origin,
    u,
    v,
    width,
    height,
    color,
    marks,
    casts: options.casts ?? true,
    graded: options.graded ?? true,
  };
}

/** Converts a point of the panel's plane to space, in feet. */
export const toWorld = (p: Panel, [u, v]: Point): Vec3 =>
  add(p.origin, add(scale(p.u, u), scale(p.v, v)));

/** An upright box from its lowest corner, in feet; all sides except the bottom. */
export function createBox(at: Vec3, size: Vec3, color: Rgb, options: PanelOptions = {}): Panel[] {
  const [x, y, z] = at;
  const [w, h, d] = size;
  const inside: Vec3 = [x + w / 2, y + h / 2, z + d / 2];
  const c = (i: number, j: number, k: number): Vec3 => [x + i * w, y + j * h, z + k * d];
  const faces: Vec3[][] = [
    [c(0, 0, 1), c(1, 0, 1), c(1, 1, 1), c(0, 1, 1)],
    [c(1, 0, 0), c(0, 0, 0), c(0, 1, 0), c(1, 1, 0)],
    [c(0, 0, 0), c(0, 0, 1), c(0, 1, 1), c(0, 1, 0)],
    [c(1, 0, 1), c(1, 0, 0), c(1, 1, 0), c(1, 1, 1)],
    [c(0, 1, 1), c(1, 1, 1), c(1, 1, 0), c(0, 1, 0)],
  ];
  return faces.map((face) => createPanel(face, color, { graded: false, ...options, inside }));
}

/** A box that is seen from below as well, such as a beam; feet. */
export function createBeam(at: Vec3, size: Vec3, color: Rgb): Panel[] {
  const [x, y, z] = at;
  const [w, h, d] = size;
  const bottom: Vec3[] = [
    [x, y, z],
    [x + w, y, z],
    [x + w, y, z + d],
    [x, y, z + d],
  ];
  return [
    ...createBox(at, size, color),
    createPanel(bottom, color, { inside: [x, y + h, z], graded: false, casts: false }),
  ];
}

/** A straight square bar between two points; feet. */
export function createBar(from: Vec3, to: Vec3, thick: number, color: Rgb, casts = true): Panel[] {
  const axis = normalize(sub(to, from));
  const helper: Vec3 = Math.abs(axis[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0];
  const a = scale(normalize(cross(axis, helper)), thick / 2);
  const b = scale(normalize(cross(axis, a)), thick / 2);
  const ring = (p: Vec3): [Vec3, Vec3, Vec3, Vec3] => [
    add(add(p, a), b),
    add(sub(p, a), b),
    sub(sub(p, a), b),
    sub(add(p, a), b),
  ];
  const near = ring(from);
  const far = ring(to);
  const inside = getCentroid([from, to]);
  const sides = [0, 1, 2, 3].map((i) => {
    const j = (i + 1) % 4;
    return [near[i], near[j], far[j], far[i]].filter((p) => p !== undefined);
  });
  return [...sides, [...near], [...far]].map((face) =>
    createPanel(face, color, { inside, casts, graded: false }),
  );
}

/**
 * Turns panels about the upright axis (degrees, counter-clockwise from above), then moves them (feet).
 * @param y above the ground
 */
export function placePanels(
  panels: readonly Panel[],
  x: number,
  z: number,
  turn = 0,
  y = 0,
): Panel[] {
  const angle = (turn * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const rotate = ([px, py, pz]: Vec3): Vec3 => [px * c + pz * s, py, pz * c - px * s];
  const move = (p: Vec3): Vec3 => add(rotate(p), [x, y, z]);
  return panels.map((p) => ({
    ...p,
    corners: p.corners.map(move),
    origin: move(p.origin),
    normal: rotate(p.normal),
    u: rotate(p.u),
    v: rotate(p.v),
  }));
}
