import {
  getOpeningRect,
  getStudSection,
  getWallLength,
  hasSideWalls,
  type OpeningRect,
} from './design-geometry.ts';
import { SECTIONS } from './lumber.ts';
import { getEavePitch, ROOF_SHAPES } from './roof-shapes.ts';
import { OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

/** A shelf or a workbench along a wall, in inches. */
export type Fixture = {
  extra: 'shelf' | 'workbench';
  wall: Wall;
  /** Along the wall, from its left corner seen from outside. */
  from: number;
  to: number;
  /** From the outside of the wall to its back. */
  inset: number;
  depth: number;
  /** The height of its top above the floor. */
  height: number;
};

const DEPTHS = { workbench: 24, shelf: 16 };
const BENCH_HEIGHT = 36;
/** The thickness of a shelf and of the top of a workbench; inches. */
export const TOP_THICKNESS = 1.5;
/** A shelf is over the windows: this high at most, and this far below the top of the plates; inches. */
const SHELF = { maxHeight: 78, belowPlates: 6, inAFrame: 66 };
/** A shorter run is not used, in inches. */
const MIN_RUN = 24;
/** The space kept free inside a door of an adjoining wall, in inches. */
const PASSAGE = 36;
/** Sides come first; the back only if doors take the sides, and not under the rafters of an A-frame. */
const CANDIDATES = [['left', 'right'], ['back']] as const;
/** From each wall to the one at its right corner, seen from outside. */
const AROUND: readonly Wall[] = ['front', 'right', 'back', 'left'];

/**
 * The shelf and the workbench of a design, each as long as the wall without a door: the workbench on the
 * side with the longer run, the shelf on the other, or above it if there is no other.
 */
export function getFixtures(design: ShedDesign): Fixture[] {
  const walls: Wall[] = [];
  return (['workbench', 'shelf'] as const).flatMap((extra) => {
    if (!design.extras.includes(extra)) return [];
    const runs = getFreeRuns(design, extra);
    const run = runs.find(({ wall }) => !walls.includes(wall)) ?? runs[0];
    if (!run) return [];
    walls.push(run.wall);
    return [run];
  });
}

/** True if doors leave room for a shelf or a workbench along a wall. */
export const hasFreeWall = (design: ShedDesign, extra: Fixture['extra']): boolean =>
  getFreeRuns(design, extra).length > 0;

/** The longest run without a door of each wall, the longest first. */
function getFreeRuns(design: ShedDesign, extra: Fixture['extra']): Fixture[] {
  const [sides = [], back = []] = CANDIDATES.map((walls) =>
    walls
      .map((wall) => getLongestRun(design, extra, wall))
      .filter(({ from, to }) => to - from >= MIN_RUN)
      .sort((a, b) => b.to - b.from - (a.to - a.from)),
  );
  return sides.length > 0 || !hasSideWalls(design) ? sides : back;
}

function getLongestRun(design: ShedDesign, extra: Fixture['extra'], wall: Wall): Fixture {
  const depth = DEPTHS[extra];
  const height = getHeight(design, extra);
  const inset = getInset(design, height);
  const corner = SECTIONS[getStudSection(design)].depth;
  const index = AROUND.indexOf(wall);
  const [previous = wall, next = wall] = [AROUND.at(index - 1), AROUND[(index + 1) % 4]];
  const isInWay = (gap: number, door: OpeningRect) =>
    gap < inset + depth && height - TOP_THICKNESS < door.height;
  const hasDoorAtStart = getDoors(design, previous).some((door) =>
    isInWay(getWallLength(design, previous) - door.left - door.width, door),
  );
  const hasDoorAtEnd = getDoors(design, next).some((door) => isInWay(door.left, door));
  const min = corner + (hasDoorAtStart ? PASSAGE : 0);
  const max = getWallLength(design, wall) - corner - (hasDoorAtEnd ? PASSAGE : 0);
  const doors = getDoors(design, wall).sort((a, b) => a.left - b.left);
  const starts = [min, ...doors.map(({ left, width }) => Math.max(min, left + width))];
  const ends = [...doors.map(({ left }) => Math.min(max, left)), max];
  const runs = starts.map((from, i) => ({ from, to: ends[i] ?? from }));
  const longest = runs.reduce((best, run) =>
    run.to - run.from > best.to - best.from ? run : best,
  );
  return { extra, wall, ...longest, inset, depth, height };
}

const getDoors = (design: ShedDesign, wall: Wall): OpeningRect[] =>
  design.openings
    .filter((opening) => opening.wall === wall && OPENINGS[opening.type].kind === 'door')
    .map((door) => getOpeningRect(design, door));

function getHeight(design: ShedDesign, extra: Fixture['extra']): number {
  if (extra === 'workbench') return BENCH_HEIGHT;
  if (!hasSideWalls(design)) return SHELF.inAFrame;
  return Math.min(SHELF.maxHeight, design.wallHeight - SHELF.belowPlates);
}

/** The distance from the outside of the wall to a fixture; under an A-frame's rafters its top needs room. */
function getInset(design: ShedDesign, height: number): number {
  const { depth } = SECTIONS[getStudSection(design)];
  if (hasSideWalls(design)) return depth;
  const pitch = getEavePitch(ROOF_SHAPES[design.style]);
  const rafter = SECTIONS['2x4'].depth * Math.hypot(1, 1 / pitch);
  return rafter + height / pitch;
}
