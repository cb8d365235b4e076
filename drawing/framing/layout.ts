/**
 * The left edges of members on a layout from the left end: the first and the last are flush with the
 * ends, the others have their centres at multiples of the spacing, so that 48-inch sheets end on them.
 * @param start where the first begins and `end` where the last ends, in inches from the layout's origin
 */
export function createLayout(
  { start, end }: { start: number; end: number },
  spacing: number,
  thickness = 1.5,
): number[] {
  const positions = [start];
  for (let center = spacing; center + thickness / 2 < end - thickness; center += spacing) {
    if (center - thickness / 2 >= start + thickness) positions.push(center - thickness / 2);
  }
  return [...positions, end - thickness];
}
