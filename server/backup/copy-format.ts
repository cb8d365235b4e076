// COPY's text format, https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2: a line
// for each row, tabs between values, \N for null.

export type TextRow = (string | null)[];

type DumpPart = { table: string; columns: string[] } | { line: string };

export const rowsEnd = '\\.';

const escapes: Record<string, string> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};
const characters: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

export function toCopyLine(row: TextRow): string {
  return row
    .map((value) =>
      value === null
        ? '\\N'
        : // biome-ignore lint/suspicious/noControlCharactersInRegex: the format escapes these
          value.replace(/[\u0008-\u000d\\]/g, (character) => escapes[character] ?? character),
    )
    .join('\t');
}

export function parseCopyLine(line: string): TextRow {
  return line
    .split('\t')
    .map((value) =>
      value === '\\N'
        ? null
        : value.replace(/\\(.)/g, (_, letter: string) => characters[letter] ?? letter),
    );
}

const identifier = '"(?:[^"]|"")+"';
const copyCommand = new RegExp(
  `^COPY (${identifier})\\.(${identifier}) \\((${identifier}(?:, ${identifier})*)\\) FROM stdin;$`,
);

export async function* readDump(lines: AsyncIterable<string>): AsyncGenerator<DumpPart> {
  let inRows = false;
  for await (const line of lines) {
    if (inRows) {
      inRows = line !== rowsEnd;
      if (inRows) yield { line };
      continue;
    }
    const [match, schema = '', name = '', columns = ''] = copyCommand.exec(line) ?? [];
    if (match === undefined) continue;
    inRows = true;
    yield {
      table: `${unquote(schema)}.${unquote(name)}`,
      columns: (columns.match(new RegExp(identifier, 'g')) ?? []).map(unquote),
    };
  }
}

export async function countRows(lines: AsyncIterable<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let table = '';
  for await (const part of readDump(lines)) {
    if ('table' in part) {
      table = part.table;
      counts[table] = 0;
    } else counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

function unquote(identifier: string): string {
  return identifier.slice(1, -1).replaceAll('""', '"');
}
