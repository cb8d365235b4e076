import Papa from 'papaparse';

const byteOrderMark = '\uFEFF';

// What a spreadsheet would read as a formula, also behind white space or as a full-width sign.
const formulaLike = /^\s*[=+\-@＝＋－＠]|^\p{Cc}/u;

/** One column of a CSV file: its heading and how a row gives its cell. */
export type CsvColumn<Row> = { header: string; cell: (row: Row) => string | null };

/**
 * The rows as a CSV file after RFC 4180 that spreadsheets open as it is: every cell in quotes, a
 * byte order mark, CRLF. A cell that a spreadsheet would run as a formula begins with an
 * apostrophe instead.
 */
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
