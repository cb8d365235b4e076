import LineBreaker from 'linebreak';
import { splitGraphemes } from './typefaces.ts';

type Span = [start: number, end: number];

/**
 * Breaks a paragraph into lines where Unicode permits that (UAX #14); what is wider than a line breaks between any
 * two characters. Its time is linear in the length of the text.
 *
 * @param maxWidth of a line, in the unit of `measure`
 * @param measure the width of a part of the text
 * @returns the lines as parts of the text, without the spaces at their ends
 */
export function wrapText(
  text: string,
  maxWidth: number,
  measure: (start: number, end: number) => number,
): Span[] {
  const lines: Span[] = [];
  let start = 0;
  let end = 0;
  let width = 0;
  const endLine = (next: number) => {
    if (end > start) lines.push([start, end]);
    start = next;
    end = next;
    width = 0;
  };
  for (const [from, to] of listPieces(text)) {
    const wordEnd = from + text.slice(from, to).trimEnd().length;
    const wordWidth = measure(from, wordEnd);
    if (width + wordWidth > maxWidth) endLine(from);
    if (wordWidth <= maxWidth) {
      end = Math.max(end, wordEnd);
      width += wordWidth;
    } else {
      let at = from;
      for (const grapheme of splitGraphemes(text.slice(from, wordEnd))) {
        const graphemeWidth = measure(at, at + grapheme.length);
        if (end > start && width + graphemeWidth > maxWidth) endLine(at);
        at += grapheme.length;
        end = at;
        width += graphemeWidth;
      }
    }
    if (to > wordEnd) width += measure(wordEnd, to);
  }
  endLine(text.length);
  return lines.length > 0 ? lines : [[0, 0]];
}

/** What stands between two opportunities to break. */
function listPieces(text: string): Span[] {
  const pieces: Span[] = [];
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    pieces.push([start, next.position]);
    start = next.position;
  }
  return pieces;
}
