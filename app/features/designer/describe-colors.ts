import {
  BUILT_IN_CARD,
  type ColorCard,
  type ColorKind,
  findCardColor,
  getRoofColorKind,
  type ShedDesign,
} from '#drawing/design/shed-design.ts';

/** A colour with the supplier's name, such as `Red (Barn Red QC 8250)`. */
export function describeColor(card: ColorCard, kind: ColorKind, color: string): string {
  const name = findCardColor(card, kind, color)?.name;
  return name ? `${color} (${name})` : color;
}

/** The colours of a design with the suppliers' names. */
export const describeColors = (design: ShedDesign, card: ColorCard = BUILT_IN_CARD) => ({
  wall: describeColor(card, 'wallColor', design.wallColor),
  trim: describeColor(card, 'trimColor', design.trimColor),
  roof: describeColor(card, getRoofColorKind(design), design.roofColor),
});
