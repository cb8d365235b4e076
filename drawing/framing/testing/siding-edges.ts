import {
  getBodyLength,
  getDesignGeometry,
  getDesignRoughOpening,
  getStudSection,
  getWallLength,
  hasSideWalls,
} from '#drawing/design/design-geometry.ts';
import { getDormer } from '#drawing/design/dormer.ts';
import { FRAMING_DEFAULTS, SECTIONS } from '#drawing/design/lumber.ts';
import { getRoofLine, ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import type { ShedDesign, Wall } from '#drawing/design/shed-design.ts';
import { getSkylight, toPoint } from '#drawing/design/skylight.ts';
import { type Extent, toCorners } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import type { ShedFrame } from '../frame-shed.ts';
import { listIncludedRoughOpenings } from '../included-openings.ts';
import { getFace, type Member } from '../member.ts';
import type { CoveredSurface } from '../sheets.ts';

/** A straight edge of a panel on its surface: along one axis, at a position on the other; inches. */
type PanelEdge = { surface: string; axis: 'x' | 'y'; at: number; uncarried: number };

type Outline = readonly Point[];
type Carriers = { outlines: Outline[]; origin: number; isCutToRoof: boolean };

const TOLERANCE = 1e-6;
/** The shortest pieces that are cut: blocking between studs, and studs at the ends of a sloped roof; inches. */
const MAX_GAP = { level: 1, sloped: 2 };

/**
 * An edge of a siding panel, joint or border, of which a part is on no member. Openings are cut
 * out, and panels of gables are cut along the roof.
 */
export function findUncarriedEdge(
  design: ShedDesign,
  frame: ShedFrame,
  { minSidingLevel } = FRAMING_DEFAULTS,
): PanelEdge | undefined {
  const gables = frame.sheetPlans.porch.surfaces.filter(({ name }) => name !== 'Porch ceiling');
  for (const surface of [...frame.sheetPlans.siding.surfaces, ...gables]) {
    const { outlines, origin, isCutToRoof } = getCarriers(design, frame, {
      surface: surface.name,
      minSidingLevel,
    });
    const carriers = outlines.map(toCarrier);
    const raised = {
      ...surface,
      pieces: surface.pieces.map((each) => ({ ...each, y: each.y + origin })),
    };
    for (const { axis, at, from, to } of listEdges(raised, isCutToRoof)) {
      const uncarried = getLargestGap(carriers, { axis, at, from, to }, isCutToRoof);
      if (uncarried > (isCutToRoof ? MAX_GAP.sloped : MAX_GAP.level)) {
        return { surface: surface.name, axis, at, uncarried };
      }
    }
  }
  return undefined;
}

/** A joint of the roof's sheets that has no rafter on both sides of it, outside the opening of a skylight. */
export function findUncarriedDeckJoint(
  design: ShedDesign,
  frame: ShedFrame,
): { surface: string; z: number } | undefined {
  const shape = ROOF_SHAPES[design.style];
  const { span, length } = getDesignGeometry(design);
  const dormer = getDormer(design);
  const skylight = getSkylight(design);
  const line = getRoofLine(shape, span);
  const rafters = frame.roof.filter(({ name }) => /rafter$/.test(name));
  const counts = { left: 0, right: 0 };
  for (const surface of frame.sheetPlans.deck.surfaces) {
    const isOpposite = surface.name === 'Slope without dormer';
    const side = surface.isFromRight ? 'right' : 'left';
    const part = dormer ? 0 : counts[side]++;
    let [low = 0, high = 0] = line.slice(part, part + 2).map(([x]) => x);
    let start = -shape.rake;
    if (dormer && !isOpposite) {
      if (surface.name.startsWith('Slope in front')) start = dormer.to;
      if (surface.name.startsWith('Slope below')) [start, high] = [dormer.from, dormer.setback];
      if (surface.name.startsWith('Roof of')) {
        [start, low] = [dormer.from - dormer.overhang, dormer.setback - dormer.overhang];
      }
    }
    for (const { x, y, length: along, width } of surface.pieces) {
      const ends = [x, x + along].map((at) => (surface.isFromRight ? surface.length - at : at));
      for (const at of ends.filter((end) => end > TOLERANCE && end < surface.length - TOLERANCE)) {
        const z = start + at;
        const isCarried = [0.1, 0.3, 0.5, 0.7, 0.9].every((share) => {
          const across = low + ((high - low) * (y + share * width)) / surface.width;
          const isAtSkylight =
            skylight?.side === side &&
            z > skylight.from &&
            z < skylight.to &&
            across > toPoint(skylight, skylight.low - 4, 0)[0] &&
            across < toPoint(skylight, skylight.high + 4, 0)[0];
          return (
            isAtSkylight ||
            rafters.some((rafter) => carries(rafter, z, side === 'left' ? across : span - across))
          );
        });
        if (!isCarried || z < 0 || z > length) return { surface: surface.name, z };
      }
    }
  }
  return undefined;
}

/** True if at least half an inch of a rafter is on both sides of a joint at a distance across the shed. */
function carries({ prism: { outline, from, to } }: Member, z: number, across: number): boolean {
  if (z < from + 0.5 || z > to - 0.5) return false;
  const xs = outline.map(([x]) => x);
  // A ridge board and its cut are between the pair.
  return Math.min(...xs) < across + 1 && Math.max(...xs) > across - 1;
}

function listEdges({ pieces }: CoveredSurface, isCutToRoof: boolean) {
  const edges = pieces.flatMap(({ x, y, length, width }) => [
    { axis: 'x' as const, at: x, from: y, to: y + width },
    { axis: 'x' as const, at: x + length, from: y, to: y + width },
    { axis: 'y' as const, at: y, from: x, to: x + length },
    ...(isCutToRoof ? [] : [{ axis: 'y' as const, at: y + width, from: x, to: x + length }]),
  ]);
  const toKey = ({ axis, at, from, to }: (typeof edges)[number]) =>
    [axis, ...[at, from, to].map((each) => Math.round(each * 1e4))].join();
  return [...new Map(edges.map((edge) => [toKey(edge), edge])).values()];
}

/** An outline with the corners of its bounds, and whether it fills them. */
type Carrier = { outline: Outline; low: Point; high: Point; isBlock: boolean };

function toCarrier(outline: Outline): Carrier {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const low: Point = [Math.min(...xs), Math.min(...ys)];
  const high: Point = [Math.max(...xs), Math.max(...ys)];
  const isCorner = ([x, y]: Point) =>
    (x === low[0] || x === high[0]) && (y === low[1] || y === high[1]);
  return { outline, low, high, isBlock: outline.length === 4 && outline.every(isCorner) };
}

type Edge = { axis: 'x' | 'y'; at: number; from: number; to: number };

/** The longest part of an edge that no outline touches; panels are cut where the rafters end. */
function getLargestGap(
  carriers: readonly Carrier[],
  { axis, at, from, to }: Edge,
  isCutToRoof: boolean,
): number {
  const extents = carriers
    .flatMap((carrier) => getCrossing(carrier, axis === 'x' ? 0 : 1, at) ?? [])
    .sort((a, b) => a[0] - b[0]);
  const first = Math.min(...extents.map(([start]) => start));
  const last = Math.max(...extents.map(([, end]) => end));
  const end = isCutToRoof ? Math.min(to, last) : to;
  let reached = isCutToRoof && axis === 'y' ? Math.max(from, first) : from;
  let gap = 0;
  for (const [start, stop] of extents) {
    if (stop <= reached) continue;
    gap = Math.max(gap, Math.min(start, end) - reached);
    reached = stop;
    if (reached >= end) break;
  }
  return Math.max(gap, end - reached);
}

/** The stretch of a line through a position on an axis that is inside a convex outline. */
function getCrossing(
  { outline, low, high, isBlock }: Carrier,
  axis: 0 | 1,
  at: number,
): [Extent] | undefined {
  if (at < low[axis] - TOLERANCE || at > high[axis] + TOLERANCE) return undefined;
  if (isBlock) return [axis === 0 ? [low[1], high[1]] : [low[0], high[0]]];
  const inside = Math.min(Math.max(at, low[axis]), high[axis]);
  const others = outline.flatMap((point, index) => {
    const next = outline[(index + 1) % outline.length] ?? point;
    const [a, b] = [point[axis], next[axis]];
    if (inside < Math.min(a, b) || inside > Math.max(a, b)) return [];
    const [c, d] = [point[1 - axis] ?? 0, next[1 - axis] ?? 0];
    return a === b ? [c, d] : [c + ((d - c) * (inside - a)) / (b - a)];
  });
  return [[Math.min(...others), Math.max(...others)]];
}

/** The members behind a surface in its coordinates, with heights above the floor, and the start of its panels. */
function getCarriers(
  design: ShedDesign,
  frame: ShedFrame,
  { surface, minSidingLevel }: { surface: string; minSidingLevel: number },
): Carriers {
  const { floorLevel, plateLevel, span, length } = getDesignGeometry(design);
  const toFloor = ([x, y]: Point): Point => [x, y - floorLevel];
  const mirror = (outline: Outline): Outline => outline.map(([x, y]): Point => [span - x, y]);
  const [name = '', part] = surface.toLowerCase().split(' ');
  if (part === 'of' || part === 'cheek') return getDormerCarriers(design, frame, name);
  const isBehindPorch = part === 'behind';

  const wall = isBehindPorch ? 'front' : (name as Wall);
  const isEnd = wall === 'front' || wall === 'back';
  const rims = frame.floor.filter((member) => member.name === 'rim');
  const rimBottom = Math.min(0, ...rims.map((rim) => getLowest(rim) - floorLevel));
  const rim = toCorners(0, rimBottom, Math.max(span, length), -rimBottom);
  const belowFloor = Math.max(0, Math.min(6, floorLevel - minSidingLevel));
  const view = (members: readonly Member[]) =>
    members
      .map(({ prism }) => prism.outline.map(toFloor))
      .map((outline) => (wall === 'back' ? mirror(outline) : outline));
  if (isEnd && (part === 'gable' || isBehindPorch || !hasSideWalls(design))) {
    const end = isBehindPorch ? getBodyLength(design) : length;
    const z = wall === 'back' ? 0.5 : end - 0.5;
    const above = frame.roof.filter(({ prism }) => prism.from < z && prism.to > z);
    const plates = [...Object.values(frame.walls).flat(), ...frame.porch];
    const gable = isBehindPorch ? undefined : wall;
    const included = listIncludedRoughOpenings(design)
      .filter(({ surface, isFramed }) => isFramed && surface === gable)
      .map(({ left, right, bottom, top }) =>
        toCorners(left, bottom + plateLevel - floorLevel, right - left, top - bottom),
      );
    const outlines = [...view([...above, ...plates]), ...included];
    return part === 'gable' || isBehindPorch
      ? {
          outlines: [...outlines, toCorners(0, plateLevel - floorLevel, span, 0)],
          origin: plateLevel - floorLevel,
          isCutToRoof: true,
        }
      : {
          outlines: [rim, ...view([...above, ...frame.walls[wall]]), ...getOpenings(design, wall)],
          origin: -belowFloor,
          isCutToRoof: true,
        };
  }
  const depth = SECTIONS[getStudSection(design)].depth;
  const { wallHeight } = design;
  const wallLength = getWallLength(design, wall);
  // End walls meet the corner studs of the sides, whose upper plates they cover.
  const corners = [0, wallLength - depth].map((x) =>
    isEnd ? toCorners(x, 0, depth, wallHeight) : toCorners(x, wallHeight - 1.5, depth, 1.5),
  );
  const studs = frame.walls[wall].map((member) => {
    const { width, height } = getFace(member);
    return toCorners(member.x, member.y, width, height);
  });
  return {
    outlines: [rim, ...corners, ...studs, ...getOpenings(design, wall)],
    origin: -belowFloor,
    isCutToRoof: false,
  };
}

const getLowest = ({ prism }: Member) => Math.min(...prism.outline.map(([, y]) => y));

const getOpenings = (design: ShedDesign, wall: Wall): Outline[] =>
  design.openings
    .filter((opening) => opening.wall === wall)
    .map((opening) => getDesignRoughOpening(design, opening))
    .map(({ left, right, bottom, top }) => toCorners(left, bottom, right - left, top - bottom));

/** The studs behind the face or a cheek of a dormer; heights above the ground. */
function getDormerCarriers(design: ShedDesign, frame: ShedFrame, surface: string): Carriers {
  const { span, plateLevel } = getDesignGeometry(design);
  const dormer = getDormer(design);
  if (!dormer) throw new RangeError('The design has no dormer');
  const { from, to, side, setback, getRoof } = dormer;
  const origin = plateLevel + dormer.header;
  const members = frame.roof.filter(({ name }) =>
    /^(dormer (stud|plate|header|sill|cripple)|cheek stud)$/.test(name),
  );
  if (surface === 'face') {
    const outlines = members.map(({ prism }) => {
      const ys = prism.outline.map(([, y]) => y);
      const start = side === 'left' ? prism.from - from : to - prism.to;
      const low = Math.min(...ys);
      return toCorners(start, low, prism.to - prism.from, Math.max(...ys) - low);
    });
    // What is left above a window is at most as high as a plate.
    const windows = listIncludedRoughOpenings(design).map(({ left, right, bottom, top }) =>
      toCorners(left, plateLevel + bottom, right - left, top + 1.5 - bottom),
    );
    return { outlines: [...outlines, ...windows], origin, isCutToRoof: false };
  }
  const length = span / 2 - setback;
  const isLeft = surface === 'left';
  const toSurface = (distance: number, y: number): Point => [
    isLeft ? length - distance : distance,
    y,
  ];
  const studs = members
    .filter(({ name }) => name === 'cheek stud')
    .map(({ prism }) =>
      prism.outline.map(([x, y]) => toSurface((side === 'left' ? x : span - x) - setback, y)),
    );
  const roof = [
    toSurface(0, origin),
    toSurface(length, origin),
    toSurface(length, plateLevel + getRoof(span / 2)),
  ];
  return { outlines: [...studs, roof], origin, isCutToRoof: true };
}
