import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { splitGraphemes, type TextPart } from './typefaces.ts';

/** A piece of a line with one typeface and direction, as it is painted from left to right. */
export type Run<Part> = { part: Part; text: string; isRtl: boolean };

export type Line<Part> = {
  runs: Run<Part>[];
  /** In reading order. */
  text: string;
  /** The base direction of its paragraph. */
  isRtl: boolean;
  /** True if the line was broken at a space. */
  isSpaced: boolean;
};

const bidi = bidiFactory();
const rtlLetter = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/**
 * Lays out a paragraph: breaks it into lines and orders their runs by the Unicode bidirectional algorithm (UAX #9).
 *
 * @param parts the paragraph in parts of one typeface each
 * @param maxWidth of a line
 * @param measure the width of a piece of a part
 */
export function layOutParagraph<Part extends TextPart>(
  parts: readonly Part[],
  maxWidth: number,
  measure: (part: Part, text: string) => number,
): Line<Part>[] {
  const text = parts.map((part) => part.text).join('');
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += part.text.length;
  }
  let first = 0;
  /** Calls `use` for each piece of a part between two positions, which mostly ascend. */
  const eachPiece = (
    start: number,
    end: number,
    use: (part: Part, from: number, to: number) => void,
  ) => {
    while (first > 0 && (starts[first] ?? 0) > start) first -= 1;
    while (first + 1 < parts.length && (starts[first + 1] ?? 0) <= start) first += 1;
    for (let index = first; index < parts.length; index += 1) {
      const part = parts[index];
      const from = starts[index] ?? 0;
      if (!part || from >= end) break;
      use(part, Math.max(start, from), Math.min(end, from + part.text.length));
    }
  };
  const lines = wrapText(text, maxWidth, (start, end) => {
    let width = 0;
    eachPiece(start, end, (part, from, to) => {
      width += measure(part, text.slice(from, to));
    });
    return width;
  });
  const embedding = rtlLetter.test(text) ? bidi.getEmbeddingLevels(text) : undefined;
  const isRtl = (embedding?.paragraphs[0]?.level ?? 0) % 2 === 1;
  return lines.map(([start, end]) => {
    const runs: (Run<Part> & { level: number })[] = [];
    eachPiece(start, end, (part, from, to) => {
      for (const [runStart, runEnd, level] of splitLevels(embedding?.levels, from, to)) {
        const run = toShaperOrder(text.slice(runStart, runEnd), level);
        runs.push({ part, level, text: run, isRtl: level % 2 === 1 || rtlLetter.test(run) });
      }
    });
    return {
      runs: reorder(runs),
      text: text.slice(start, end),
      isRtl,
      isSpaced: text[end] === ' ',
    };
  });
}

function splitLevels(levels: Uint8Array | undefined, start: number, end: number) {
  if (!levels) return [[start, end, 0]] as const;
  const runs: [start: number, end: number, level: number][] = [];
  for (let at = start; at < end; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.[2] === level) last[1] = at + 1;
    else runs.push([at, at + 1, level]);
  }
  return runs;
}

/**
 * Returns a run's text in the order for shapers, which reverse only runs that begin with a Hebrew
 * or Arabic letter.
 */
function toShaperOrder(text: string, level: number): string {
  const isRtl = level % 2 === 1;
  if (isRtl === rtlLetter.test(text)) return text;
  const graphemes = splitGraphemes(text).reverse();
  if (!isRtl) return graphemes.join('');
  return graphemes.map((grapheme) => bidi.getMirroredCharacter(grapheme) ?? grapheme).join('');
}

/** Rule L2: from the highest level to the lowest odd one, reverses each sequence of runs at that level or higher. */
function reorder<Ordered extends { level: number }>(runs: Ordered[]): Ordered[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let start = 0;
    while (start < ordered.length) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
}

type Span = [start: number, end: number];

/**
 * Breaks a paragraph into lines where Unicode allows it (UAX #14). A word wider than a line breaks
 * between any two characters. Takes time linear in the length of the text.
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

/** Returns the pieces between possible line breaks. */
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
