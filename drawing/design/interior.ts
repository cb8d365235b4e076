import { SECTIONS } from '../framing/defaults.ts';
import { getEavePitch, ROOF_SHAPES } from '../shed/roof-shapes.ts';
import { getOpeningRect, getStudSection, getWallLength, hasSideWalls } from './geometry.ts';
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
  /** Of its top above the floor. */
  height: number;
};

const DEPTHS = { workbench: 24, shelf: 16 };
const BENCH_HEIGHT = 36;
/** A shelf is over the windows: this high at most, and this far below the top of the plates; inches. */
const SHELF = { maxHeight: 78, belowPlates: 6, inAFrame: 66 };
/** A shorter run is not used, in inches. */
const MIN_RUN = 24;
/** Sides come first; the back only if doors take the sides. */
const CANDIDATES = [['left', 'right'], ['back']] as const;

/**
 * The shelf and the workbench of a design, each as long as the wall without a door: the workbench on the
 * side with the longer run, the shelf on the other, or above it if there is no other.
 */
export function getFixtures(design: ShedDesign): Fixture[] {
  const [first, second = first] = getFreeRuns(design);
  const hasBench = design.extras.includes('workbench');
  const runs = { workbench: first, shelf: hasBench ? second : first };
  return (['workbench', 'shelf'] as const).flatMap((extra): Fixture[] => {
    const run = runs[extra];
    if (!run || !design.extras.includes(extra)) return [];
    const height = getHeight(design, extra);
    return [
      { extra, ...run, inset: getInset(design, run.wall, height), depth: DEPTHS[extra], height },
    ];
  });
}

/** Whether doors leave room for a shelf or a workbench along a wall. */
export const hasFreeWall = (design: ShedDesign): boolean => getFreeRuns(design).length > 0;

type Run = Pick<Fixture, 'wall' | 'from' | 'to'>;

/** The longest run without a door of each wall, the longest first. */
function getFreeRuns(design: ShedDesign): Run[] {
  const [sides = [], back = []] = CANDIDATES.map((walls) =>
    walls
      .map((wall) => getLongestRun(design, wall))
      .filter(({ from, to }) => to - from >= MIN_RUN)
      .sort((a, b) => b.to - b.from - (a.to - a.from)),
  );
  return sides.length > 0 ? sides : back;
}

function getLongestRun(design: ShedDesign, wall: Wall): Run {
  const { depth } = SECTIONS[getStudSection(design)];
  const doors = design.openings
    .filter((opening) => opening.wall === wall && OPENINGS[opening.type].kind === 'door')
    .map((door) => getOpeningRect(design, door))
    .sort((a, b) => a.left - b.left);
  const starts = [depth, ...doors.map(({ left, width }) => left + width)];
  const ends = [...doors.map(({ left }) => left), getWallLength(design, wall) - depth];
  const runs = starts.map((from, index): Run => ({ wall, from, to: ends[index] ?? from }));
  return runs.reduce((best, run) => (run.to - run.from > best.to - best.from ? run : best));
}

function getHeight(design: ShedDesign, extra: Fixture['extra']): number {
  if (extra === 'workbench') return BENCH_HEIGHT;
  if (!hasSideWalls(design)) return SHELF.inAFrame;
  return Math.min(SHELF.maxHeight, design.wallHeight - SHELF.belowPlates);
}

/** Under the rafters of an A-frame as far inwards as its top requires. */
function getInset(design: ShedDesign, wall: Wall, height: number): number {
  const { depth } = SECTIONS[getStudSection(design)];
  if (hasSideWalls(design) || wall === 'back') return depth;
  const pitch = getEavePitch(ROOF_SHAPES[design.style]);
  const rafter = SECTIONS['2x4'].depth * Math.hypot(1, 1 / pitch);
  return rafter + height / pitch;
}
