/** The colours of the sheds, each with the sRGB value that its swatch and drawing use. */
export const shedColors = [
  { name: 'Natural', value: '#c9a26b' },
  { name: 'White', value: '#f5f3ee' },
  { name: 'Brown', value: '#6f4a2f' },
  { name: 'Gray', value: '#8b8f90' },
  { name: 'Green', value: '#4b6650' },
  { name: 'Blue', value: '#4a6f8c' },
  { name: 'Red', value: '#9b3226' },
  { name: 'Black', value: '#262523' },
  { name: 'Charcoal', value: '#45484a' },
  { name: 'Navy Blue', value: '#26354f' },
] as const;

/** What a colour that the list doesn't name is shown as. */
export const unknownColor = '#9ca3a0';

/** The sRGB value, as #rrggbb, for the colour's name; letter case doesn't matter. */
export function getColorValue(name: string | null | undefined): string {
  const requested = name?.trim().toLowerCase();
  return shedColors.find((color) => color.name.toLowerCase() === requested)?.value ?? unknownColor;
}
