import type { COLORS, ShedDesign } from './shed-design.ts';

/** What has colors of its own. */
export const COLOR_KINDS = ['wallColor', 'trimColor', 'shingleColor', 'metalColor'] as const;
export type ColorKind = (typeof COLOR_KINDS)[number];

/** A color as the shop's supplier sells it. */
export type CardColor = {
  kind: ColorKind;
  color: (typeof COLORS)[number];
  /** The supplier's name; empty if none is entered. */
  name: string;
  /** As #rrggbb; empty for the built-in value. */
  value: string;
};

/** The shop's colors as far as they differ from the built-in ones; each kind and color once. */
export type ColorCard = readonly CardColor[];

export const BUILT_IN_CARD: ColorCard = [];

/** The kind of a design's roof color. */
export const getRoofColorKind = ({ roofing }: Pick<ShedDesign, 'roofing'>) =>
  roofing === 'metal' ? 'metalColor' : 'shingleColor';

/** The card's entry for a color; undefined if it is the built-in one. */
export const findCardColor = (
  card: ColorCard,
  kind: ColorKind,
  color: string,
): CardColor | undefined => card.find((each) => each.kind === kind && each.color === color);
