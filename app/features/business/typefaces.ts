/** A pair of typefaces that the owner may choose, by the value of the column `typefaces`. */
export const typefacePairs = {
  bitter: {
    label: 'Bitter and Source Sans',
    note: 'Sturdy',
    heading: 'bitter',
    text: 'source-sans',
  },
  lora: { label: 'Lora and Source Sans', note: 'Classic', heading: 'lora', text: 'source-sans' },
  archivo: { label: 'Archivo and Figtree', note: 'Plain', heading: 'archivo', text: 'figtree' },
} as const;

export type TypefacePair = keyof typeof typefacePairs;

export const typefaceValues = Object.keys(typefacePairs) as TypefacePair[];

export const isTypefacePair = (value: unknown): value is TypefacePair =>
  typeof value === 'string' && Object.hasOwn(typefacePairs, value);

/**
 * The custom properties of theme.css for a pair.
 *
 * @param pair the stored value; null and unknown ones stand for the default, Bricolage Grotesque and Figtree
 */
export function getTypefaceProperties(pair: string | null): Record<`--${string}`, string> {
  const { heading, text } = isTypefacePair(pair)
    ? typefacePairs[pair]
    : { heading: 'bricolage', text: 'figtree' };
  return { '--heading': `var(--${heading})`, '--text': `var(--${text})` };
}
