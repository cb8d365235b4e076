import { groupBy } from '#app/lib/group-by.ts';
import { getDesignGeometry } from '#drawing/design/design-geometry.ts';
import { createDesignParts } from '#drawing/design/design-panels.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { listStyleFeatures } from '#drawing/design/style-features.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { formatSixteenths } from '../format/lengths.ts';
import { FEATURE_LABELS } from './design-labels.ts';
import type { MaterialRow } from './material-list.ts';

/** Levels above the floor between which only handrails, over their balusters, and only newels end; inches. */
const HANDRAIL = { from: 34.5, to: 36.5 };
const NEWEL = { from: 36.5, to: 39 };

/** Awning, hay hood, railings of a porch and steps, as the image has them. */
export function listBuiltOn(design: ShedDesign): MaterialRow[] {
  const row = (item: string, quantity: number, unit: string, note = ''): MaterialRow => ({
    group: 'Built on',
    item,
    quantity,
    unit,
    note,
  });
  const parts = createDesignParts(design);
  const getTops = (part: string) =>
    parts.filter(({ name }) => name === part).flatMap(({ panels }) => panels.flatMap(toTop));
  const { floorLevel } = getDesignGeometry(design);
  const isWithin = (range: { from: number; to: number }) => (top: { level: number }) =>
    top.level - floorLevel > range.from && top.level - floorLevel < range.to;
  const porch = getTops('porch');
  const handrails = porch.filter(isWithin(HANDRAIL));
  const railing = handrails.reduce((sum, { length }) => sum + length, 0) / 12;
  const hasRailing = handrails.length > 0;
  const steps = groupBy(getTops('step'), ({ length, depth }) =>
    [length, depth].map(formatSixteenths).join(' x '),
  );
  return [
    ...listStyleFeatures(design)
      .filter(({ kind }) => kind === 'roof')
      .map(({ name, width, height }) =>
        row(
          FEATURE_LABELS[name],
          1,
          'piece',
          `${formatSixteenths(width)} in wide, ${formatSixteenths(height)} in high, included`,
        ),
      ),
    row('Porch railing', Math.ceil(10 * railing - 1e-6) / 10, 'ft', '36 in high, with balusters'),
    row('Newel', porch.filter(isWithin(NEWEL)).length, 'piece', '37 in high, beside the entry'),
    row('Porch brace', hasRailing ? 2 : 0, 'piece', '21 in long, at the corner posts'),
    ...[...steps].map(([size, { length }]) => row('Step', length, 'piece', `${size} in`)),
  ];
}

/** The upper face of a level piece: its level above the ground, length and depth; inches. */
function toTop({ normal, corners }: Panel): { level: number; length: number; depth: number }[] {
  if (normal[1] < 0.9) return [];
  const getSize = (axis: 0 | 2) => {
    const values = corners.map((corner) => 12 * corner[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const [depth = 0, length = 0] = [getSize(0), getSize(2)].sort((a, b) => a - b);
  return [{ level: 12 * Math.max(...corners.map(([, y]) => y)), length, depth }];
}
