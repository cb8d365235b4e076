import type { DesignChange, DesignMeasure, ExtraReason, MeasureReason } from './design-change.ts';
import {
  getDesignRoughOpening,
  getPorchPosts,
  getStudSection,
  getWallLength,
  hasSideWalls,
} from './design-geometry.ts';
import { getVents } from './gable-features.ts';
import { hasFreeWall } from './interior.ts';
import { FRAMING_DEFAULTS, SECTIONS } from './lumber.ts';
import { getRidgeUnderside, getTieLevel } from './roof-levels.ts';
import { ROOF_SHAPES } from './roof-shapes.ts';
import { ABOVE_ROUGH_OPENING } from './rough-opening.ts';
import {
  type DesignOpening,
  EXTRAS,
  type Extra,
  LIMITS,
  MIN_BODY_LENGTH,
  MIN_LOFT_HEADROOM,
  MIN_PORCH_DEPTH,
  OPENINGS,
  type ShedDesign,
  type Wall,
} from './shed-design.ts';
import { getTrimmedWindows } from './window-trim.ts';

/** The least distance from a rough opening to corners and posts, in inches. */
export const MIN_CLEARANCE = 6;
/** A king and a jack stud beside a rough opening, in inches. */
const STUDS_BESIDE_OPENING = 3;
const STUD_THICKNESS = 1.5;
/** The least distance between rough openings: the studs of both and a stud that carries a panel edge; inches. */
const MIN_BETWEEN = 2 * STUDS_BESIDE_OPENING + STUD_THICKNESS;
const LOFT_FLOOR_THICKNESS = 6.125;
/** The horizontal thickness of a 2x4 rafter at 60 degrees, in inches. */
const A_FRAME_RAFTER = SECTIONS['2x4'].depth / Math.sin(Math.PI / 3);

type Range = { min: number; max: number; step: number };
type Sizes = Record<'width' | 'length', Range>;

/**
 * The widths and lengths in which a style is built, in feet. A door with its header fits under an
 * A-frame's rafters from 12 ft; their boards of 16 ft, with overhang, allow 15 ft.
 */
export function getSizeLimits(style: ShedDesign['style']): Sizes {
  const { width, length } = LIMITS;
  if (style === 'A-Frame') return { width: { ...width, min: 12, max: 15 }, length };
  if (style === 'Dormer') {
    return { width: { ...width, min: 8 }, length: { ...length, min: 8 } };
  }
  if (style === 'Porch') {
    return { width, length: { ...length, min: MIN_BODY_LENGTH + MIN_PORCH_DEPTH } };
  }
  return { width, length };
}

/**
 * Finds the nearest design that can be built: openings move to the nearest free position, or their neighbours
 * move, or they are removed; extras without what they need are removed. It returns a valid design unchanged.
 * @param design of any numbers, NaN included
 */
export function constrainDesign(design: ShedDesign): {
  design: ShedDesign;
  changes: DesignChange[];
} {
  const changes: DesignChange[] = [];
  const sized = constrainSize(design, changes);
  const extras = EXTRAS.filter((extra) => design.extras.includes(extra));
  const outline = { ...sized, extras };
  const openings = constrainOpenings(outline, design.openings, changes);
  const wallHeight = constrainWallHeight({ ...outline, openings }, changes);
  const fitted = { ...outline, wallHeight, openings };
  return { design: { ...fitted, extras: constrainExtras(fitted, changes) }, changes };
}

function constrainSize(design: ShedDesign, changes: DesignChange[]): ShedDesign {
  const { style } = design;
  const limits = getSizeLimits(style);
  const change = (
    measure: DesignMeasure,
    from: number,
    to: number,
    reason: MeasureReason,
  ): number => {
    if (from !== to) {
      const requested = Number.isFinite(from) ? from : undefined;
      changes.push({ type: 'measure', measure, style, from: requested, to, reason });
    }
    return to;
  };
  const toRange = (measure: DesignMeasure): number =>
    change(measure, design[measure], clampToStep(design[measure], LIMITS[measure]), 'range');
  const getReason = (size: number, { min }: Range): MeasureReason =>
    size < min ? (style === 'Porch' ? 'porch' : 'style minimum') : 'rafter length';
  const [width, length] = (['width', 'length'] as const).map((measure) => {
    const size = toRange(measure);
    const range = limits[measure];
    return change(measure, size, clampToStep(size, range), getReason(size, range));
  }) as [number, number];
  const wallHeight = toRange('wallHeight');
  const depth = toRange('porchDepth');
  const porchDepth = change('porchDepth', depth, getNearestPorch(style, length, depth), 'porch');
  return { ...design, width, length, wallHeight, porchDepth };
}

function getNearestPorch(style: ShedDesign['style'], length: number, depth: number): number {
  const max = Math.min(length - MIN_BODY_LENGTH, LIMITS.porchDepth.max);
  if (style !== 'Porch' && (depth === 0 || max < MIN_PORCH_DEPTH)) return 0;
  return clamp(depth, MIN_PORCH_DEPTH, max);
}

/** The nearest step of a range; its minimum if the value is not a number. */
function clampToStep(value: number, { min, max, step }: Range): number {
  if (Number.isNaN(value)) return min;
  return min + Math.round((clamp(value, min, max) - min) / step) * step;
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Doors are positioned before windows, each in the order of the list. */
function constrainOpenings(
  design: ShedDesign,
  requested: readonly DesignOpening[],
  changes: DesignChange[],
): DesignOpening[] {
  const considered = requested.slice(0, LIMITS.openings);
  if (requested.length > considered.length) {
    const max = LIMITS.openings;
    changes.push({ type: 'openings removed', count: requested.length - max, max });
  }
  const fitted = new Map<DesignOpening, DesignOpening>();
  const isDoor = ({ type }: DesignOpening) => OPENINGS[type].kind === 'door';
  const ordered = [...considered.filter(isDoor), ...considered.filter((each) => !isDoor(each))];
  for (const opening of ordered) {
    const moved = findPosition(design, opening, [...fitted.values()]);
    const { type, wall } = opening;
    if (moved === 'room') {
      const arranged = arrangeWall(design, opening, fitted);
      for (const [each, position] of arranged) fitted.set(each, { ...each, wall, position });
      if (arranged.size > 0) continue;
    }
    if (typeof moved === 'string') {
      changes.push({ type: 'opening removed', opening: type, wall, reason: moved });
    } else {
      fitted.set(opening, moved);
    }
  }
  for (const [{ type, wall, position }, moved] of fitted) {
    if (moved.wall === wall && moved.position === position) continue;
    changes.push({
      type: 'opening moved',
      opening: type,
      wall,
      toWall: moved.wall,
      from: Number.isFinite(position) ? position : undefined,
      to: moved.position,
      reason: moved.wall === wall ? 'room' : 'no side walls',
    });
  }
  return considered.flatMap((opening) => fitted.get(opening) ?? []);
}

/** The opening at its nearest valid position, or the reason why it has none. */
function findPosition(
  design: ShedDesign,
  opening: DesignOpening,
  others: readonly DesignOpening[],
): DesignOpening | 'size' | 'room' | 'no side walls' {
  if (!hasSideWalls(design) && (opening.wall === 'left' || opening.wall === 'right')) {
    const { type, position } = opening;
    const share = position / getWallLength(design, opening.wall);
    for (const wall of ['front', 'back'] as const) {
      const room = getWallLength(design, wall) - OPENINGS[type].width;
      const target = { type, wall, position: room * Math.min(share, 1) };
      const moved = findPosition(design, target, others);
      if (typeof moved !== 'string') return moved;
    }
    return 'no side walls';
  }
  const ranges = getFreePositions(design, opening, []);
  if (!ranges.length) return 'size';
  const free = getFreePositions(design, opening, others);
  const { position } = opening;
  const [first] = free;
  if (!first) return 'room';
  const last = free.at(-1) ?? first;
  const requested = Number.isNaN(position) ? first.min : clamp(position, first.min, last.max);
  const candidates = free.map(({ min, max }) => Math.round(clamp(requested, min, max)));
  const nearest = candidates.reduce((best, each) =>
    Math.abs(each - requested) < Math.abs(best - requested) ? each : best,
  );
  return { type: opening.type, wall: opening.wall, position: nearest };
}

/**
 * Makes room for an opening by moving its neighbours: keeps their order, and of the places between them takes
 * the one for which the least moves.
 * @param fitted the openings that have a position, with it
 * @returns the positions of all openings of the wall; empty if they do not fit together
 */
function arrangeWall(
  design: ShedDesign,
  opening: DesignOpening,
  fitted: ReadonlyMap<DesignOpening, DesignOpening>,
): Map<DesignOpening, number> {
  const { wall } = opening;
  const neighbours = [...fitted]
    .filter(([, to]) => to.wall === wall)
    .sort(([, a], [, b]) => a.position - b.position);
  // An opening that an A-frame moves from a side still has its position on that side.
  if (neighbours.some(([from]) => from.wall !== wall)) return new Map();
  let best: { positions: Map<DesignOpening, number>; distance: number } | undefined;
  for (let index = 0; index <= neighbours.length; index += 1) {
    const row = neighbours.map(([from]) => from);
    row.splice(index, 0, opening);
    const positions = placeInOrder(design, row);
    if (positions === undefined) continue;
    const distance = row.reduce((sum, { position }, i) => {
      return sum + Math.abs((positions[i] ?? 0) - (Number.isFinite(position) ? position : 0));
    }, 0);
    if (best && best.distance <= distance) continue;
    best = { positions: new Map(row.map((each, i) => [each, positions[i] ?? 0])), distance };
  }
  return best?.positions ?? new Map();
}

/** Positions of openings from left to right, near the requested ones; undefined if they do not fit. */
function placeInOrder(design: ShedDesign, row: readonly DesignOpening[]): number[] | undefined {
  const free = row.map((opening) => getFreePositions(design, opening, []));
  const getEdges = ({ type, wall }: DesignOpening) =>
    getDesignRoughOpening(design, { type, wall, position: 0 });
  const edges = row.map(getEdges);
  /** The least distance from the position of an opening to that of the next. */
  const steps = edges
    .slice(1)
    .map(({ left }, i) => Math.ceil((edges[i]?.right ?? 0) + MIN_BETWEEN - left - 1e-9));
  const latest: number[] = [];
  for (let i = row.length - 1; i >= 0; i -= 1) {
    const limit = i + 1 < row.length ? (latest[i + 1] ?? 0) - (steps[i] ?? 0) : Infinity;
    const range = free[i]?.findLast(({ min }) => min <= limit);
    if (range === undefined) return undefined;
    latest[i] = Math.min(range.max, limit);
  }
  const positions: number[] = [];
  for (const [i, { position }] of row.entries()) {
    const from = i > 0 ? (positions[i - 1] ?? 0) + (steps[i - 1] ?? 0) : -Infinity;
    const to = latest[i] ?? 0;
    const candidates = (free[i] ?? [])
      .filter(({ min, max }) => max >= from && min <= to)
      .map(({ min, max }) => {
        const requested = Number.isFinite(position) ? Math.round(position) : min;
        return clamp(requested, Math.max(min, from), Math.min(max, to));
      });
    const [first] = candidates;
    if (first === undefined) return undefined;
    positions.push(
      candidates.reduce(
        (best, each) => (Math.abs(each - position) < Math.abs(best - position) ? each : best),
        first,
      ),
    );
  }
  return positions;
}

/** True if a wall has room for another opening, if need be after its neighbours have moved. */
export function canAddOpening(
  design: ShedDesign,
  opening: Pick<DesignOpening, 'type' | 'wall'>,
): boolean {
  if (getFreePositions(design, opening, design.openings).length > 0) return true;
  const position = (getWallLength(design, opening.wall) - OPENINGS[opening.type].width) / 2;
  const openings = [...design.openings, { ...opening, position: Math.round(position) }];
  const { changes } = constrainDesign({ ...design, openings });
  return !changes.some(({ type }) => type === 'opening removed');
}

/**
 * The positions at which a type of opening fits into a wall, as inclusive ranges of whole inches from
 * left to right. The page snaps to them.
 * @param others the design's other openings
 */
export function getFreePositions(
  design: ShedDesign,
  { type, wall }: Pick<DesignOpening, 'type' | 'wall'>,
  others: readonly DesignOpening[],
): { min: number; max: number }[] {
  const rough = getDesignRoughOpening(design, { type, wall, position: 0 });
  const width = rough.right - rough.left;
  const length = getWallLength(design, wall);
  const corner = getCornerClearance(design, wall, rough.top);
  if (!Number.isFinite(corner) || rough.bottom < 0) return [];
  const occupied = [
    ...others
      .filter((other) => other.wall === wall)
      .map((other) => getDesignRoughOpening(design, other))
      .map(({ left, right }) => ({ left: left - MIN_BETWEEN, right: right + MIN_BETWEEN })),
    ...(wall === 'front' && design.porchDepth > 0 ? getInnerPosts(design) : []),
  ].sort((a, b) => a.left - b.left);
  const ranges: { min: number; max: number }[] = [];
  let from = corner;
  const addRange = (to: number) => {
    const min = Math.ceil(from - rough.left - 1e-9);
    const max = Math.floor(to - width - rough.left + 1e-9);
    if (min <= max) ranges.push({ min, max });
  };
  for (const { left, right } of occupied) {
    addRange(Math.min(left, length - corner));
    from = Math.max(from, right);
  }
  addRange(length - corner);
  return ranges;
}

/** From the corner of a wall to its first rough opening, which has its header at this height. */
function getCornerClearance(design: ShedDesign, wall: Wall, top: number): number {
  if (!hasSideWalls(design)) {
    const header = top + ABOVE_ROUGH_OPENING - 2 * STUD_THICKNESS;
    const underRafter = header / Math.sqrt(3) + A_FRAME_RAFTER;
    return Math.max(MIN_CLEARANCE, underRafter + STUD_THICKNESS);
  }
  const isEnd = wall === 'front' || wall === 'back';
  const sideWall = isEnd ? SECTIONS[getStudSection(design)].depth : 0;
  return Math.max(MIN_CLEARANCE, sideWall + STUD_THICKNESS + STUDS_BESIDE_OPENING);
}

/** The ranges of the front wall that the posts beside a porch's entrance occupy. */
function getInnerPosts(design: ShedDesign): { left: number; right: number }[] {
  const half = SECTIONS['4x4'].thickness / 2 + MIN_CLEARANCE;
  return getPorchPosts(design)
    .slice(1, -1)
    .map((middle) => ({ left: middle - half, right: middle + half }));
}

/** The walls are as high as the highest door requires. */
function constrainWallHeight(design: ShedDesign, changes: DesignChange[]): number {
  const { style, wallHeight, openings } = design;
  if (!hasSideWalls(design)) return wallHeight;
  const doors = openings.filter(({ type }) => OPENINGS[type].kind === 'door');
  const required = doors.map((door) => ({
    opening: door.type,
    height: getDesignRoughOpening(design, door).top + ABOVE_ROUGH_OPENING,
  }));
  const highest = required.sort((a, b) => b.height - a.height)[0];
  if (!highest || highest.height <= wallHeight) return wallHeight;
  const { min, step } = LIMITS.wallHeight;
  const to = min + Math.ceil((highest.height - min) / step) * step;
  const { opening } = highest;
  const change = { measure: 'wallHeight', style, from: wallHeight, to, opening } as const;
  changes.push({ type: 'measure', ...change, reason: 'door height' });
  return to;
}

function constrainExtras(design: ShedDesign, changes: DesignChange[]): Extra[] {
  let { extras } = design;
  for (const extra of design.extras) {
    const reason = findExtraObstacle({ ...design, extras }, extra);
    if (!reason) continue;
    changes.push({ type: 'extra removed', extra, reason });
    extras = extras.filter((each) => each !== extra);
  }
  return [...extras];
}

/** The reason why a design cannot have an extra; undefined if it can. */
export function findExtraObstacle(design: ShedDesign, extra: Extra): ExtraReason | undefined {
  const hasDoor = design.openings.some(({ type }) => OPENINGS[type].kind === 'door');
  if (extra === 'loft' && !hasLoftHeadroom(design)) return 'headroom';
  if (extra === 'ramp' && !hasDoor) return 'no door';
  const isFixture = extra === 'shelf' || extra === 'workbench';
  if (isFixture && !hasFreeWall(design, extra)) return 'no free wall';
  if (extra === 'vents' && getVents(design).length === 0) return 'no room in the gables';
  if (extra !== 'flowerBoxes' && extra !== 'shutters') return undefined;
  if (getTrimmedWindows(design, 'flowerBoxes').length === 0) return 'no window';
  return getTrimmedWindows(design, extra).length === 0 ? 'no room beside a window' : undefined;
}

/** True if a loft on the plates has enough headroom above it, up to the rafters and the ridge board, and below it. */
function hasLoftHeadroom({
  style,
  width,
  wallHeight,
}: Pick<ShedDesign, 'style' | 'width' | 'wallHeight'>): boolean {
  const roof = { shape: ROOF_SHAPES[style], span: 12 * width };
  const { above, below } = MIN_LOFT_HEADROOM;
  const isHighEnough = !hasSideWalls({ style }) || wallHeight >= below;
  const room = getRidgeUnderside(roof, FRAMING_DEFAULTS) - getTieLevel(roof) - LOFT_FLOOR_THICKNESS;
  return isHighEnough && room >= above;
}
