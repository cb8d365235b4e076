const figtree = '"Figtree", "Figtree fallback", "Figtree fallback Roboto", system-ui, sans-serif';
const sourceSans =
  '"Source Sans 3", "Source Sans fallback", "Source Sans fallback Roboto", system-ui, sans-serif';

/** A pair of typefaces that the owner may choose, by the value of the column `typefaces`, as CSS has them. */
export const typefacePairs = {
  bitter: {
    label: 'Bitter and Source Sans',
    note: 'Sturdy',
    heading: '"Bitter", "Bitter fallback", "Bitter fallback Roboto", serif',
    text: sourceSans,
  },
  lora: {
    label: 'Lora and Source Sans',
    note: 'Classic',
    heading: '"Lora", "Lora fallback", "Lora fallback Roboto", serif',
    text: sourceSans,
  },
  archivo: {
    label: 'Archivo and Figtree',
    note: 'Plain',
    heading: '"Archivo", "Archivo fallback", "Archivo fallback Roboto", system-ui, sans-serif',
    text: figtree,
  },
} as const;

export type TypefacePair = keyof typeof typefacePairs;

export const typefaceValues = Object.keys(typefacePairs) as TypefacePair[];

export const isTypefacePair = (value: unknown): value is TypefacePair =>
  typeof value === 'string' && Object.hasOwn(typefacePairs, value);

/** As in theme.css. */
const defaultPair = {
  heading:
    '"Bricolage Grotesque", "Bricolage fallback", "Bricolage fallback Roboto", system-ui, sans-serif',
  text: figtree,
};

/**
 * The custom properties of theme.css for a pair.
 *
 * @param pair the stored value; null and unknown ones stand for the default, Bricolage Grotesque and Figtree
 */
export function getTypefaceProperties(pair: string | null): Record<`--${string}`, string> {
  const { heading, text } = isTypefacePair(pair) ? typefacePairs[pair] : defaultPair;
  return { '--heading': heading, '--text': text };
}

/** The CSS font family of headings in emails, as mail programs have no typefaces but the device's; undefined for the default. */
export const getMailHeadingFont = (pair: unknown): string | undefined =>
  isTypefacePair(pair) && typefacePairs[pair].heading.endsWith(', serif')
    ? 'Georgia,serif'
    : undefined;
