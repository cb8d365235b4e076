import { COLORS } from '#drawing/design/shed-design.ts';

/** sRGB values by which colours are compared and found; what drawings show is in drawing/design/colors.ts. */
const swatches: Record<(typeof COLORS)[number], string> = {
  Natural: '#c9a26b',
  White: '#f5f3ee',
  Brown: '#6f4a2f',
  Gray: '#8b8f90',
  Green: '#4b6650',
  Blue: '#4a6f8c',
  Red: '#9b3226',
  Black: '#262523',
  Charcoal: '#45484a',
  'Navy Blue': '#26354f',
};

/** The swatch of a colour that the list doesn't name. */
export const unknownColor = '#9ca3a0';

/** The sRGB value, as #rrggbb, of a swatch for the colour's name; letter case doesn't matter. */
export function getColorValue(name: string | null | undefined): string {
  const requested = name?.trim().toLowerCase();
  const found = COLORS.find((color) => color.toLowerCase() === requested);
  return found ? swatches[found] : unknownColor;
}
