import type { Session } from '#backend/database/database.ts';
import { BackupError } from './backup-error.ts';
import { qualified, quoted } from './catalog.ts';
import { fromCopyLine, type TextRow } from './copy-text.ts';
import { rowsOf, type TableHead } from './rows-of.ts';

/** Rows and characters that go to the database in one statement. */
const most = { rows: 500, characters: 1024 * 1024 };

/** The columns of one table that take values, with their types. */
type Target = { schema: string; name: string; columns: Map<string, string> };

/**
 * Puts the rows of a dump into tables that are there. Triggers are the caller's to switch off.
 *
 * @param lines a dump's script
 * @param takes tells for `schema.name` and a column whether it is wanted; without a column, whether
 *   any of the table's rows are
 * @returns how many rows each table has got, by `schema.name`
 * @throws BackupError where the database has no such table or column
 */
export async function loadRows(
  session: Session,
  lines: AsyncIterable<string>,
  takes: (table: string, column?: string) => boolean = () => true,
): Promise<Record<string, number>> {
  const targets = await readTargets(session);
  const counts: Record<string, number> = {};
  let insert: Insert | undefined;
  for await (const piece of rowsOf(lines)) {
    if ('head' in piece) {
      await insert?.flush();
      insert = undefined;
      if (!takes(piece.head.table)) continue;
      insert = insertInto(session, targets.get(piece.head.table), piece.head, counts, takes);
    } else await insert?.add(piece.line);
  }
  await insert?.flush();
  return counts;
}

type Insert = { add: (line: string) => Promise<void>; flush: () => Promise<void> };

function insertInto(
  session: Session,
  target: Target | undefined,
  { table, columns }: TableHead,
  counts: Record<string, number>,
  takes: (table: string, column: string) => boolean,
): Insert {
  if (!target) throw new BackupError(`The database has no table ${table}.`);
  const wanted = columns.flatMap((column, place) => {
    if (!takes(table, column)) return [];
    const type = target.columns.get(column);
    if (!type) throw new BackupError(`The table ${table} has no column ${column}.`);
    return [{ name: quoted(column), value: `(r ->> ${place})::${type}` }];
  });
  const statement = `insert into ${qualified(target)} (${wanted.map(({ name }) => name).join(', ')})
    overriding system value
    select ${wanted.map(({ value }) => value).join(', ')} from json_array_elements($1::json) with ordinality as e (r, place) order by place`;
  counts[table] = 0;
  let rows: TextRow[] = [];
  let characters = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    await session.query(statement, [JSON.stringify(rows)]);
    counts[table] = (counts[table] ?? 0) + rows.length;
    rows = [];
    characters = 0;
  };
  return {
    flush,
    add: async (line) => {
      rows.push(fromCopyLine(line));
      characters += line.length;
      if (rows.length >= most.rows || characters >= most.characters) await flush();
    },
  };
}

async function readTargets(session: Session): Promise<Map<string, Target>> {
  const rows = await session.query<{ schema: string; name: string; column: string; type: string }>(`
    select nspname as schema, relname as name, attname as column, format_type(atttypid, atttypmod) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname !~ '^pg_' and attnum > 0 and not attisdropped and attgenerated = ''`);
  const targets = new Map<string, Target>();
  for (const { schema, name, column, type } of rows) {
    const key = `${schema}.${name}`;
    const target = targets.get(key) ?? { schema, name, columns: new Map() };
    target.columns.set(column, type);
    targets.set(key, target);
  }
  return targets;
}
