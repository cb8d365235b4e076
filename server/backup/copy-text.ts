// The text format of COPY, https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2:
// a line for a row, tabs between values, \N for null, a backslash before what would end either.

/** A row's values as PostgreSQL writes them as text. */
export type TextRow = (string | null)[];

/** The line that ends the rows of a table. */
export const endOfRows = '\\.';

const escapes: Record<string, string> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};
const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Writes a row as a line of COPY, without the line's end. */
export function toCopyLine(row: TextRow): string {
  return row
    .map((value) =>
      value === null
        ? '\\N'
        : // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format escapes
          value.replace(/[\u0008-\u000d\\]/g, (character) => escapes[character] ?? character),
    )
    .join('\t');
}

/** Reads a line of COPY that toCopyLine has written. */
export function fromCopyLine(line: string): TextRow {
  return line
    .split('\t')
    .map((value) =>
      value === '\\N'
        ? null
        : value.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter),
    );
}
