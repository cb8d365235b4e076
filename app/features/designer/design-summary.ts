import { groupBy } from '#app/lib/group-by.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { type ColorCard, OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { listStyleFeatures } from '#drawing/design/style-features.ts';
import { formatLength, type Units } from '#drawing/geometry/lengths.ts';
import { describeColors } from './describe-colors.ts';
import {
  EXTRA_LABELS,
  FEATURE_LABELS,
  FOUNDATION_LABELS,
  ROOFING_LABELS,
} from './design-labels.ts';

/** The name of a design, such as `10x12 Gable`. */
export const getDesignTitle = ({ width, length, style }: ShedDesign): string =>
  `${width}x${length} ${style}`;

/** Describes what the style or the loft includes, such as `3 dormer windows`; empty if nothing. */
export function describeIncluded(design: ShedDesign): string {
  const features = groupBy(listStyleFeatures(design), ({ name }) => name);
  return [...features]
    .map(([name, { length }]) =>
      length === 1 ? FEATURE_LABELS[name] : pluralize(length, FEATURE_LABELS[name].toLowerCase()),
    )
    .join(', ');
}

/**
 * A design in one sentence, as alternative text and for link previews.
 * @param units those that lengths have first
 * @param card with the suppliers' names of its colours; without names if none is given
 */
export function summarizeDesign(design: ShedDesign, units?: Units, card?: ColorCard): string {
  const { openings, extras, porchDepth } = design;
  const describeOpenings = (kind: 'door' | 'window') => {
    const { length } = openings.filter(({ type }) => OPENINGS[type].kind === kind);
    return length > 0 ? pluralize(length, kind) : `no ${kind}s`;
  };
  const included = describeIncluded(design);
  const { wall, trim, roof } = describeColors(design, card);
  const parts = [
    `${ROOFING_LABELS[design.roofing].toLowerCase()} in ${roof}`,
    FOUNDATION_LABELS[design.foundation].toLowerCase(),
    describeOpenings('door'),
    describeOpenings('window'),
    ...(included ? [included.toLowerCase()] : []),
    ...(porchDepth > 0 ? [`porch of ${formatLength(12 * porchDepth, units)}`] : []),
    ...extras.map((extra) => EXTRA_LABELS[extra].toLowerCase()),
  ];
  return `${getDesignTitle(design)} shed in ${design.material}, ${wall} with ${trim} trim: ${parts.join(', ')}.`;
}
