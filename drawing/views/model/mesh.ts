import type { Rgb } from '#drawing/geometry/color.ts';
import {
  getIrradiance,
  getReflections,
  getShadowOffset,
  getShadowTint,
  LAMPLIGHT,
  type Light,
} from '#drawing/geometry/light.ts';
import type { Mark, Mesh, Panel } from '#drawing/geometry/panel.ts';
import { clipToConvex, isRectangle, toConvexPieces } from '#drawing/geometry/polygon.ts';
import { dot, type Point, sub, type Vec3 } from '#drawing/geometry/vector.ts';

/** A flat polygon on a panel. */
export type Area = { points: readonly Point[]; color: Rgb; opacity: number; endOpacity?: number };

/** The distance between layers on a panel, in feet; only the depth buffer sees it. */
const LAYER = 0.004;
const NIGHT: Rgb = [0, 0, 0];

/**
 * The triangles of panels with their details; light falls on them when they are rendered. Translucent ones come
 * last: their edges stand out from the panel, and would hide the panels behind from what is drawn later.
 * @param options.blend replaces the areas of a panel, the lowest first
 */
export function createMesh(
  panels: readonly Panel[],
  light: Light,
  { blend }: { blend?: (areas: readonly Area[]) => readonly Area[] } = {},
): Mesh {
  if (panels.length === 0) return allocate(0);
  const triangles = createTriangleList();
  const translucent: Parameters<typeof triangles.add>[] = [];
  const add: typeof triangles.add = (...piece) => {
    const { opacity, endOpacity } = piece[3];
    if (opacity === 1 && endOpacity === undefined) triangles.add(...piece);
    else translucent.push(piece);
  };
  for (const panel of panels) {
    const outline = panel.corners.map((corner): Point => {
      const offset = sub(corner, panel.origin);
      return [dot(offset, panel.u), dot(offset, panel.v)];
    });
    const pieces = toConvexPieces(outline);
    const room = isRectangle(outline) ? getBox(outline) : undefined;
    const layers = createLayers();
    const areas = getAreas(panel, outline, light);
    for (const area of blend?.(areas) ?? areas) {
      const box = getBox(area.points);
      const lift = LAYER * layers.add(box);
      const isInside = room !== undefined && isWithin(box, room);
      for (const convex of toConvexPieces(area.points)) {
        if (isInside) {
          add(panel, lift, convex, area);
          continue;
        }
        for (const piece of pieces) {
          add(panel, lift, clipToConvex(convex, piece), area);
        }
      }
    }
  }
  for (const piece of translucent) triangles.add(...piece);
  return triangles.toMesh();
}

/** All triangles are collected in the same arrays, which double as they fill: a shed has up to 7,000. */
let room: Mesh = allocate(8192);

function createTriangleList() {
  let count = 0;
  let mesh = room;
  return {
    /** Adds a convex polygon as a fan of triangles. */
    add(
      { origin, u, v, normal }: Panel,
      lift: number,
      polygon: readonly Point[],
      { color, opacity, endOpacity, points }: Area,
    ) {
      while (3 * (count + 3 * polygon.length) > mesh.positions.length) {
        mesh = grow(mesh);
        room = mesh;
      }
      const { positions, normals, colors } = mesh;
      const fade = endOpacity === undefined ? undefined : getFade(points, opacity, endOpacity);
      const first = count;
      let corner = 0;
      for (const point of polygon) {
        if (corner > 2) {
          copyCorner(mesh, first, count);
          copyCorner(mesh, count - 1, count + 1);
          count += 2;
        }
        corner += 1;
        const x = point[0];
        const y = point[1];
        const at = 3 * count;
        positions[at] = origin[0] + u[0] * x + v[0] * y + normal[0] * lift;
        positions[at + 1] = origin[1] + u[1] * x + v[1] * y + normal[1] * lift;
        positions[at + 2] = origin[2] + u[2] * x + v[2] * y + normal[2] * lift;
        normals[at] = normal[0];
        normals[at + 1] = normal[1];
        normals[at + 2] = normal[2];
        const shade = 4 * count;
        colors[shade] = color[0] / 255;
        colors[shade + 1] = color[1] / 255;
        colors[shade + 2] = color[2] / 255;
        colors[shade + 3] = fade ? fade(y) : opacity;
        count += 1;
      }
    },
    toMesh: (): Mesh => ({
      positions: mesh.positions.slice(0, 3 * count),
      normals: mesh.normals.slice(0, 3 * count),
      colors: mesh.colors.slice(0, 4 * count),
    }),
  };
}

function copyCorner({ positions, normals, colors }: Mesh, from: number, to: number) {
  copyNumbers(positions, from, to, 3);
  copyNumbers(normals, from, to, 3);
  copyNumbers(colors, from, to, 4);
}

function copyNumbers(numbers: Float32Array, from: number, to: number, size: number) {
  for (let i = 0; i < size; i++) numbers[size * to + i] = numbers[size * from + i] ?? 0;
}

function allocate(corners: number): Mesh {
  return {
    positions: new Float32Array(3 * corners),
    normals: new Float32Array(3 * corners),
    colors: new Float32Array(4 * corners),
  };
}

function grow(mesh: Mesh): Mesh {
  const larger = allocate((2 * mesh.positions.length) / 3);
  larger.positions.set(mesh.positions);
  larger.normals.set(mesh.normals);
  larger.colors.set(mesh.colors);
  return larger;
}

/** The corners of triangles that stop the sun, in feet. */
export function createCasterPositions(casters: readonly (readonly Vec3[])[]): Float32Array {
  return new Float32Array(
    casters.flatMap((corners) =>
      corners
        .slice(2)
        .flatMap((corner, i) => [corners[0], corners[i + 1], corner].flatMap((p) => p ?? [])),
    ),
  );
}

/** The opacity by height of an area that fades upwards. */
function getFade(points: readonly Point[], opacity: number, endOpacity: number) {
  const { bottom, top } = getBox(points);
  return (v: number) => opacity + ((endOpacity - opacity) * (v - bottom)) / (top - bottom || 1);
}

/** Lists everything on a panel, from the wall outwards. */
function getAreas(panel: Panel, outline: readonly Point[], light: Light): Area[] {
  const shift = getShadowOffset(panel, light);
  const tint = getShadowTint(light, panel.normal);
  const shade = 1 - (tint[0] + tint[1] + tint[2]) / 765;
  return [
    { points: outline, color: panel.color, opacity: 1 },
    ...panel.marks.flatMap((mark) => getMarkAreas(panel, mark, light, shift, shade)),
    ...(panel.graded ? getGrade(panel, light) : []),
  ];
}

function getMarkAreas(
  panel: Panel,
  mark: Mark,
  light: Light,
  shift: Point | undefined,
  shade: number,
): Area[] {
  switch (mark.type) {
    case 'glass': {
      const isLit = (mark.warm ?? true) && light.lampsOn;
      const areas = isLit
        ? [{ points: mark.points, color: LAMPLIGHT }]
        : getReflections(panel, mark.points, light);
      return areas.map((area) => ({
        opacity: 1,
        ...area,
        color: removeLight(area.color, panel, light),
      }));
    }
    case 'line':
      return toStrips(mark.points, mark.width).map((points) => ({
        points,
        color: mark.color,
        opacity: mark.opacity ?? 1,
      }));
    case 'area': {
      const color = mark.flat === true ? removeLight(mark.color, panel, light) : mark.color;
      const area = { points: mark.points, color, opacity: mark.opacity ?? 1 };
      if (mark.lift === undefined || shift === undefined) return [area];
      const [du, dv] = [shift[0] * mark.lift, shift[1] * mark.lift];
      const shadow = mark.points.map(([u, v]): Point => [u + du, v + dv]);
      return [{ points: shadow, color: NIGHT, opacity: shade }, area];
    }
  }
}

/** Returns the color that looks like this one once it is lit; for surfaces that reflect the sky or shine themselves. */
function removeLight(color: Rgb, panel: Panel, light: Light): Rgb {
  const [r, g, b] = getIrradiance(light, panel.normal);
  return [color[0] / r, color[1] / g, color[2] / b];
}

/** Walls are lighter below the eaves and darker near the ground; in the shade the ground lights them. */
function getGrade({ width, height, normal }: Panel, light: Light): Area[] {
  const strip = (from: number, to: number): Point[] => [
    [0, from * height],
    [width, from * height],
    [width, to * height],
    [0, to * height],
  ];
  if (dot(normal, light.sun) > 0.02) {
    return [
      { points: strip(0, 0.45), color: [42, 36, 56], opacity: 0.16, endOpacity: 0 },
      { points: strip(0.45, 1), color: light.glow, opacity: 0, endOpacity: 0.1 },
    ];
  }
  return [
    { points: strip(0, 0.3), color: [226, 193, 145], opacity: 0.13, endOpacity: 0.05 },
    { points: strip(0.3, 1), color: [30, 36, 64], opacity: 0, endOpacity: 0.14 },
  ];
}

/** Rectangles along a line. */
function toStrips(points: readonly Point[], width: number): Point[][] {
  return points.slice(1).map(([x, y], i): Point[] => {
    const [fromX, fromY] = points[i] ?? [x, y];
    const length = Math.hypot(x - fromX, y - fromY) || 1;
    const [dx, dy] = [((y - fromY) * width) / 2 / length, ((fromX - x) * width) / 2 / length];
    return [
      [fromX + dx, fromY + dy],
      [x + dx, y + dy],
      [x - dx, y - dy],
      [fromX - dx, fromY - dy],
    ];
  });
}

type Box = { left: number; bottom: number; right: number; top: number; layer: number };

function getBox(points: readonly Point[]): Box {
  const box: Box = { left: 1e9, bottom: 1e9, right: -1e9, top: -1e9, layer: 0 };
  for (const point of points) {
    const u = point[0];
    const v = point[1];
    if (u < box.left) box.left = u;
    if (u > box.right) box.right = u;
    if (v < box.bottom) box.bottom = v;
    if (v > box.top) box.top = v;
  }
  return box;
}

/** The size of the cells in which areas look for others that they cover; feet. */
const CELL = 2;
/** More columns than any panel has. */
const COLUMNS = 256;

/** Numbers areas so that each is above all that it covers, in as few layers as possible. */
function createLayers() {
  const cells = new Map<number, Box[]>();
  return {
    add(box: Box): number {
      const { left, bottom, right, top } = box;
      for (let row = Math.floor(bottom / CELL); row * CELL <= top; row++) {
        for (let column = Math.floor(left / CELL); column * CELL <= right; column++) {
          const key = row * COLUMNS + column;
          const others = cells.get(key);
          if (!others) {
            cells.set(key, [box]);
            continue;
          }
          // The latest areas are usually the highest, so the loop starts with them.
          for (let i = others.length - 1; i >= 0; i--) {
            const other = others[i];
            if (
              other &&
              other.layer >= box.layer &&
              left < other.right - 1e-6 &&
              right > other.left + 1e-6 &&
              bottom < other.top - 1e-6 &&
              top > other.bottom + 1e-6
            ) {
              box.layer = other.layer + 1;
            }
          }
          others.push(box);
        }
      }
      return box.layer;
    },
  };
}

/** Details that touch the edge of their panel are not cut. */
const isWithin = (box: Box, room: Box) =>
  box.left > room.left - 1e-9 &&
  box.right < room.right + 1e-9 &&
  box.bottom > room.bottom - 1e-9 &&
  box.top < room.top + 1e-9;
