import { LIMITS } from '#drawing/design/shed-design.ts';
import { formatLength, type Units } from '#drawing/geometry/lengths.ts';
import { addCentimetres } from './design-labels.ts';
import type { PriceLine } from './price.ts';

/**
 * A line's label with its quantity and its lengths in both units, such as `2 x Window, 24 x 36 in (61 x 91 cm)` or
 * `Higher walls, 1 ft (30 cm)`.
 * @param units those that lengths have first
 */
export function formatLineLabel({ item, label, quantity }: PriceLine, units?: Units): string {
  if (item === 'wallHeight') {
    return `${label}, ${formatLength(quantity * LIMITS.wallHeight.step, units)}`;
  }
  const name = formatItemLabel({ item, label }, units);
  return quantity > 1 ? `${quantity} x ${name}` : name;
}

/** The label of one piece, with the size at the end of a door's or window's in both units. */
export const formatItemLabel = (
  { item, label }: Pick<PriceLine, 'item' | 'label'>,
  units?: Units,
): string => (item.startsWith('opening.') ? addCentimetres(label, units) : label);
