import { endOfRows } from './copy-text.ts';

/** The begin of a table's rows: `schema.name` and the names of the columns. */
export type TableHead = { table: string; columns: string[] };

/** What stands in the script's part with rows. */
export type Piece = { head: TableHead } | { line: string };

const identifier = '"(?:[^"]|"")+"';
const headPattern = new RegExp(
  `^COPY (${identifier})\\.(${identifier}) \\((${identifier}(?:, ${identifier})*)\\) FROM stdin;$`,
);

/** Reads from a dump's lines the tables with their rows; everything else is passed over. */
export async function* rowsOf(lines: AsyncIterable<string>): AsyncGenerator<Piece> {
  let inRows = false;
  for await (const line of lines) {
    if (inRows) {
      inRows = line !== endOfRows;
      if (inRows) yield { line };
      continue;
    }
    const head = headPattern.exec(line);
    if (!head) continue;
    const [, schema = '', name = '', columns = ''] = head;
    inRows = true;
    yield {
      head: {
        table: `${unquoted(schema)}.${unquoted(name)}`,
        columns: (columns.match(new RegExp(identifier, 'g')) ?? []).map(unquoted),
      },
    };
  }
}

/** Counts the rows of each table in a dump, by `schema.name`. */
export async function countRows(lines: AsyncIterable<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let table = '';
  for await (const piece of rowsOf(lines)) {
    if ('head' in piece) {
      table = piece.head.table;
      counts[table] = 0;
    } else counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

function unquoted(identifier: string): string {
  return identifier.slice(1, -1).replaceAll('""', '"');
}
