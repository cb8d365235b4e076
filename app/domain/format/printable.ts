/** Controls, and marks that change the direction of what follows or select the variant of a sign. */
const invisible = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu;

/**
 * A text as documents print it: composed (NFC), with line feeds and without controls. Joiners remain: they
 * change the form of Arabic and Indic letters.
 */
export function toPrintedText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(invisible, '')
    .normalize('NFC');
}

/** What has no ink: it needs no glyph. */
export const isInkless = (codePoint: number): boolean =>
  codePoint === 0x0a || codePoint === 0x200c || codePoint === 0x200d;
