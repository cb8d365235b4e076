import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import {
  type Gable,
  getColumns,
  joinPlans,
  planGablePanels,
  planSheets,
  type SheetPlan,
  SIDING_PANEL,
  type Surface,
} from './sheets.ts';

/** The faces that siding covers, seen from outside; inches and square inches. */
export type SidingFaces = {
  walls: readonly Surface[];
  /** The rectangles around the triangles beside a dormer, which are highest at its face. */
  cheeks: readonly Surface[];
  gables: readonly (Gable & { area: number })[];
};

/** Upright sheets of one length in inches. */
export type MetalSheets = { length: number; count: number };

/** Upright panels of 4x8 ft; offcuts are used again. */
export function planSiding(
  { walls, cheeks, gables }: SidingFaces,
  { kerf, studSpacing }: FramingDefaults,
): SheetPlan {
  const layout = { sheet: SIDING_PANEL, spacing: studSpacing };
  return joinPlans(
    planSheets([...walls, ...cheeks], layout),
    planGablePanels(gables, layout, kerf),
  );
}

/** The area of walls, gables and dormer without doors and windows, in square feet. */
export function getSidingArea(
  { walls, cheeks, gables }: SidingFaces,
  openings: ShedDesign['openings'],
): number {
  const getArea = ({ length, width }: { length: number; width: number }) => length * width;
  const areas = [
    ...walls.map(getArea),
    ...cheeks.map((cheek) => getArea(cheek) / 2),
    ...gables.map(({ area }) => area),
    ...openings.map(({ type }) => -OPENINGS[type].width * OPENINGS[type].height),
  ];
  return areas.reduce((sum, area) => sum + area, 0) / 144;
}

/** Sheets of metal from the bottom of each wall to its top, as long as each has to be; the longest first. */
export function listMetalSheets(
  { walls, cheeks, gables }: SidingFaces,
  { metalCoverWidth }: FramingDefaults,
): MetalSheets[] {
  const sheet = { length: metalCoverWidth, width: Number.POSITIVE_INFINITY };
  const columns = [
    ...walls.map(({ length, width }) => getColumns(length, () => width, sheet)),
    ...cheeks.map(({ length, width }) =>
      getColumns(length, (x) => width * (1 - x / length), sheet),
    ),
    ...gables.map(({ span, heightAt }) => getColumns(span, heightAt, sheet)),
  ];
  const counts = new Map<number, number>();
  for (const { width } of columns.flat()) {
    const length = Math.round(16 * width) / 16;
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  return [...counts]
    .map(([length, count]) => ({ length, count }))
    .sort((a, b) => b.length - a.length);
}
