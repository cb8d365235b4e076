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
