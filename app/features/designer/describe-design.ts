import { formatInches } from '#app/lib/lengths.ts';
import type { ColorCard, OpeningType, ShedDesign, Wall } from '#drawing/design/shed-design.ts';
import { describeColors } from './describe-colors.ts';
import {
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  OPENING_LABELS,
  ROOFING_LABELS,
  WALL_LABELS,
} from './design-labels.ts';
import { describeIncluded } from './design-summary.ts';

/**
 * Describes a design as names and values for a list.
 * @param card with the suppliers' names of its colours; without names if none is given
 */
export function describeDesign(
  design: ShedDesign,
  card?: ColorCard,
): [name: string, value: string][] {
  const { style, width, length, wallHeight, porchDepth } = design;
  const included = describeIncluded(design);
  const { wall, trim, roof } = describeColors(design, card);
  return [
    ['Style', style],
    ['Size', `${width}x${length} ft`],
    ...(style === 'A-Frame'
      ? []
      : [['Walls', `${formatInches(wallHeight)} high`] satisfies [string, string]]),
    ['Siding', `${design.material}, ${wall}`],
    ['Trim', trim],
    ['Roof', `${ROOFING_LABELS[design.roofing]}, ${roof}`],
    ['Foundation', FOUNDATION_LABELS[design.foundation]],
    ['Doors and windows', design.openings.map(describeOpening).join('\n') || 'None'],
    ...(included ? [['Included', included] satisfies [string, string]] : []),
    ...(porchDepth > 0 ? [['Porch', `${porchDepth} ft deep`] satisfies [string, string]] : []),
    ['Extras', design.extras.map((extra) => EXTRA_LABELS[extra]).join(', ') || 'None'],
  ];
}

function describeOpening({
  type,
  wall,
  position,
}: {
  type: OpeningType;
  wall: Wall;
  position: number;
}) {
  return `${OPENING_LABELS[type]}: ${WALL_LABELS[wall].toLowerCase()}, ${position} in from the left`;
}
