import type { Rgb } from './color.ts';
import {
  add,
  centroid,
  cross,
  dot,
  type Point,
  polygonNormal,
  scale,
  sub,
  unit,
  type Vec3,
} from './vector.ts';

/** Something painted on a panel, in feet from its lower left corner as seen from outside. */
export type Mark =
  | {
      kind: 'area';
      points: readonly Point[];
      color: Rgb;
      opacity?: number;
      /** How far it stands out from the panel, in feet: it throws a shadow of that depth. */
      lift?: number;
      /** Keeps its own colour whatever the light. */
      flat?: boolean;
    }
  | { kind: 'line'; points: readonly Point[]; color: Rgb; width: number; opacity?: number }
  | { kind: 'glass'; points: readonly Point[]; warm?: boolean };

/** A flat piece of a building. */
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
  /** False where the painter should leave out the darkening towards the ground. */
  graded: boolean;
};

export type PanelOptions = {
  marks?: readonly Mark[] | ((width: number, height: number) => readonly Mark[]);
  /** A point on the inside: the panel faces away from it. */
  inside?: Vec3;
  casts?: boolean;
  graded?: boolean;
};

/** Makes a panel of a flat polygon's corners. */
export function panel(corners: readonly Vec3[], color: Rgb, options: PanelOptions = {}): Panel {
  let ordered = corners;
  let normal = polygonNormal(corners);
  if (options.inside !== undefined && dot(normal, sub(centroid(corners), options.inside)) < 0) {
    ordered = [...corners].reverse();
    normal = scale(normal, -1);
  }
  const up: Vec3 = Math.abs(normal[1]) > 0.99 ? [0, 0, -1] : [0, 1, 0];
  const v = unit(sub(up, scale(normal, dot(up, normal))));
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

/** A point of the panel's plane in space. */
export const onPanel = (p: Panel, [u, v]: Point): Vec3 =>
  add(p.origin, add(scale(p.u, u), scale(p.v, v)));

/** An upright box from its lowest corner; all sides but the bottom. */
export function box(at: Vec3, size: Vec3, color: Rgb, options: PanelOptions = {}): Panel[] {
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
  return faces.map((face) => panel(face, color, { graded: false, ...options, inside }));
}

/** A straight square bar between two points, `thick` feet across. */
export function bar(from: Vec3, to: Vec3, thick: number, color: Rgb, casts = true): Panel[] {
  const axis = unit(sub(to, from));
  const helper: Vec3 = Math.abs(axis[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0];
  const a = scale(unit(cross(axis, helper)), thick / 2);
  const b = scale(unit(cross(axis, a)), thick / 2);
  const ring = (p: Vec3): [Vec3, Vec3, Vec3, Vec3] => [
    add(add(p, a), b),
    add(sub(p, a), b),
    sub(sub(p, a), b),
    sub(add(p, a), b),
  ];
  const near = ring(from);
  const far = ring(to);
  const inside = centroid([from, to]);
  const sides = [0, 1, 2, 3].map((i) => {
    const j = (i + 1) % 4;
    return [near[i], near[j], far[j], far[i]].filter((p) => p !== undefined);
  });
  return [...sides, [...near], [...far]].map((face) =>
    panel(face, color, { inside, casts, graded: false }),
  );
}

/** Panels turned about the upright axis (degrees, counter-clockwise from above) and moved on the ground. */
export function placed(panels: readonly Panel[], x: number, z: number, turn = 0): Panel[] {
  const angle = (turn * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const rotate = ([px, py, pz]: Vec3): Vec3 => [px * c + pz * s, py, pz * c - px * s];
  const move = (p: Vec3): Vec3 => add(rotate(p), [x, 0, z]);
  return panels.map((p) => ({
    ...p,
    corners: p.corners.map(move),
    origin: move(p.origin),
    normal: rotate(p.normal),
    u: rotate(p.u),
    v: rotate(p.v),
  }));
}
