import Papa from 'papaparse';
import { extensionPattern } from './phone-extension.ts';

const byteOrderMark = '\uFEFF';

// What a spreadsheet would read as a formula, even behind white space or as a full-width sign; not
// what consists of the characters of phone numbers alone, with an extension or without.
const formulaLike = new RegExp(
  String.raw`^(?![+\d\p{Zs}()[\]./·‐-―−-]+(?:${extensionPattern})?$)\s*[=+\-@＝＋－＠]|^\p{Cc}`,
  'iu',
);

export type CsvColumn<Row> = { header: string; cell: (row: Row) => string | null };

/** RFC 4180 with quotes, byte order mark and CRLF. Formulas are escaped by an apostrophe. */
export function toCsv<Row>(columns: CsvColumn<Row>[], rows: Row[]): string {
  const lines = [
    columns.map((column) => column.header),
    ...rows.map((row) => columns.map((column) => column.cell(row) ?? '')),
  ];
  return `${byteOrderMark}${Papa.unparse(lines, {
    quotes: true,
    newline: '\r\n',
    escapeFormulae: formulaLike,
  })}\r\n`;
}

export type CsvRow = {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
  /** Why the row can't be read. */
  problem?: string;
};

// What toCsv puts before a formula.
const escapedFormula = /^'(?=\s*[=+\-@＝＋－＠]|\p{Cc})/u;

/** A line of Excel's that names the separator. */
const separatorLine = /^sep=([,;\t])\n/i;

/** The separator that the file names, or else the one that the headings have most of. */
function findDelimiter(text: string): string {
  const [, named] = separatorLine.exec(text) ?? [];
  if (named) return named;
  const [headings = ''] = text.split('\n', 1);
  const count = (separator: string) => headings.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/**
 * Reads RFC 4180 with commas, semicolons or tabs. Empty lines are left out, and escaped formulas are text again.
 * @param maxRows how many rows to read, with the headings; the caller asks for one more than it takes
 */
export function parseCsv(text: string, maxRows: number): CsvRow[] {
  const rows: CsvRow[] = [];
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const input = whole.replace(separatorLine, '');
  let line = input === whole ? 1 : 2;
  let position = 0;
  Papa.parse<string[]>(input, {
    newline: '\n',
    delimiter: findDelimiter(whole),
    step: ({ data, errors, meta }, parser) => {
      const cells = data.map((cell) => cell.replace(escapedFormula, ''));
      const isQuotesError = errors.some(({ type }) => type === 'Quotes');
      if (isQuotesError) rows.push({ line, cells, problem: 'A quotation mark is missing' });
      else if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
      for (; position < meta.cursor; position += 1) if (input[position] === '\n') line += 1;
      if (rows.length >= maxRows) parser.abort();
    },
  });
  return rows;
}
