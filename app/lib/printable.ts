import { printableRanges } from './printable-ranges.ts';

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

type Range = [first: number, last: number];
let ranges: Range[] | undefined;

function parseRanges(): Range[] {
  let position = 0;
  return printableRanges.split(' ').map((range) => {
    const [gap = '0', length = '0'] = range.split('-');
    const first = position + Number.parseInt(gap, 36);
    position = first + Number.parseInt(length, 36);
    return [first, position];
  });
}

function isPrintable(codePoint: number): boolean {
  ranges ??= parseRanges();
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

/**
 * Names the characters that a document can't print, one sentence for each of its parts.
 * @param document as the subject of a sentence
 */
export function describeUnprintableParts(
  document: string,
  parts: [place: string, text: string][],
): string[] {
  return parts.flatMap(([place, text]) => {
    const characters = listUnprintable(text);
    if (characters.length === 0) return [];
    const named = characters.slice(0, 5).map((character) => `"${character}"`);
    const more = characters.length > 5 ? ` and ${characters.length - 5} more` : '';
    return [`${document} can't print ${named.join(', ')}${more} in ${place}.`];
  });
}

/** The characters of a text for which documents have no glyph, each once. */
export function listUnprintable(text: string): string[] {
  return [...new Set(toPrintedText(text))].filter((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return !isInkless(codePoint) && !isPrintable(codePoint);
  });
}
