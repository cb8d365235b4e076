import {
  BUILT_IN_CARD,
  type CardColor,
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

/** A design's colours that have a supplier's name, for a text that stays as it is when the card changes. */
export const pickColors = (design: ShedDesign, card: ColorCard): CardColor[] =>
  [
    findCardColor(card, 'wallColor', design.wallColor),
    findCardColor(card, 'trimColor', design.trimColor),
    findCardColor(card, getRoofColorKind(design), design.roofColor),
  ].flatMap((color) => (color?.name ? [color] : []));

/** What documents print of the suppliers, with its place, for the check of characters that they can't print. */
export const getPrintedColorNames = (
  design: ShedDesign,
  card: ColorCard,
): [place: string, text: string] => [
  'the colour names (Price List)',
  pickColors(design, card)
    .map(({ name }) => name)
    .join(' '),
];

/** The colours of a design with the suppliers' names. */
export const describeColors = (design: ShedDesign, card: ColorCard = BUILT_IN_CARD) => ({
  wall: describeColor(card, 'wallColor', design.wallColor),
  trim: describeColor(card, 'trimColor', design.trimColor),
  roof: describeColor(card, getRoofColorKind(design), design.roofColor),
});
