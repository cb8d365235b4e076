import type { ColorCard, DesignOpening, ShedDesign } from '#drawing/design/shed-design.ts';
import { formatFootprint, formatLength } from '#drawing/geometry/lengths.ts';
import { describeColors } from './describe-colors.ts';
import {
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  getOpeningLabel,
  ROOFING_LABELS,
  WALL_LABELS,
} from './design-labels.ts';
import { describeIncluded } from './design-summary.ts';

/**
 * Describes a design as names and values for a list; lengths are in feet and inches, then in metres.
 * @param card with the suppliers' names of its colours; without names if none is given
 */
export function describeDesign(
  design: ShedDesign,
  card?: ColorCard,
): [name: string, value: string][] {
  const { style, wallHeight, porchDepth } = design;
  const included = describeIncluded(design);
  const { wall, trim, roof } = describeColors(design, card);
  return [
    ['Style', style],
    ['Size', formatFootprint(design)],
    ...(style === 'A-Frame'
      ? []
      : [['Walls', `${formatLength(wallHeight)} high`] satisfies [string, string]]),
    ['Siding', `${design.material}, ${wall}`],
    ['Trim', trim],
    ['Roof', `${ROOFING_LABELS[design.roofing]}, ${roof}`],
    ['Foundation', FOUNDATION_LABELS[design.foundation]],
    ['Doors and windows', design.openings.map(describeOpening).join('\n') || 'None'],
    ...(included ? [['Included', included] satisfies [string, string]] : []),
    ...(porchDepth > 0
      ? [['Porch', `${formatLength(12 * porchDepth)} deep`] satisfies [string, string]]
      : []),
    ['Extras', design.extras.map((extra) => EXTRA_LABELS[extra]).join(', ') || 'None'],
  ];
}

const describeOpening = ({ type, wall, position }: DesignOpening): string =>
  `${getOpeningLabel(type)}: ${WALL_LABELS[wall].toLowerCase()}, ${formatLength(position)} from the left`;
