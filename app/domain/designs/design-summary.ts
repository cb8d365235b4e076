import { OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { pluralize } from '../format/pluralize.ts';
import { EXTRA_LABELS, FOUNDATION_LABELS, ROOFING_LABELS } from './design-labels.ts';

/** The name of a design, such as `10x12 Gable`. */
export const getDesignTitle = ({ width, length, style }: ShedDesign): string =>
  `${width}x${length} ${style}`;

/** A design in one sentence, as alternative text and for link previews. */
export function summarizeDesign(design: ShedDesign): string {
  const { openings, extras, porchDepth } = design;
  const count = (kind: 'door' | 'window') =>
    openings.filter(({ type }) => OPENINGS[type].kind === kind).length;
  const parts = [
    `${ROOFING_LABELS[design.roofing].toLowerCase()} in ${design.roofColor}`,
    FOUNDATION_LABELS[design.foundation].toLowerCase(),
    pluralize(count('door'), 'door'),
    pluralize(count('window'), 'window'),
    ...(porchDepth > 0 ? [`porch of ${porchDepth} ft`] : []),
    ...extras.map((extra) => EXTRA_LABELS[extra].toLowerCase()),
  ];
  return `${getDesignTitle(design)} shed in ${design.material}, ${design.wallColor} with ${design.trimColor} trim: ${parts.join(', ')}.`;
}
