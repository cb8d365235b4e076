/**
 * The source of app/lib/printable-ranges.ts.
 *
 * @param codePoints in ascending order
 */
export function renderPrintableRanges(codePoints: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const codePoint of codePoints) {
    const range = ranges.at(-1);
    if (range && codePoint === range[1] + 1) range[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  let position = 0;
  const steps = ranges.map(([first, last]) => {
    const gap = (first - position).toString(36);
    position = last;
    return last === first ? gap : `${gap}-${(last - first).toString(36)}`;
  });
  return `/**
 * The ranges of code points that the typefaces of documents have. Each is the distance from the end of the one before
 * and, after a dash, its length less one, in base 36. Written by \`npm run printable-characters\`.
 */
export const printableRanges =
  '${steps.join(' ')}';
`;
}
