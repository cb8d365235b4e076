import { TablesError, unknownRelationship } from './errors.ts';
import type { SelectItem } from './query.ts';
import { Scanner } from './scanner.ts';

/**
 * The types that select may cast to, by the names that PostgreSQL knows them by. JSON is not among them,
 * because a stored text may nest to any depth; dates and times are not, because PostgreSQL caches each
 * time zone that a stored text names (check-value.ts).
 */
const castTypes = new Map(
  [
    ['text', 'varchar', 'character varying', 'uuid', 'bool', 'boolean'],
    ['int2', 'int4', 'int8', 'smallint', 'int', 'integer', 'bigint', 'numeric', 'decimal'],
    ['float4', 'float8', 'real', 'double precision', 'interval'],
  ]
    .flat()
    .map((type) => [type, type]),
);

/** Each item can repeat a whole column, and the answer is built in memory. */
const mostItems = 100;

/**
 * Parses the `select` parameter: `*`, `column`, `alias:column->path::type`, separated by commas.
 *
 * @param table what an embedded resource would have to be related to, for the error
 * @returns the items; none for an empty text, which PostgREST answers with empty objects
 * @throws TablesError PGRST100, PGRST123 (aggregates), PGRST200 (embedded resources), 42704 (casts)
 */
export function parseSelect(text: string, table: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter');
  scanner.skipSpace();
  if (scanner.atEnd) return [];
  const items: SelectItem[] = [];
  do {
    if (items.length === mostItems) throw scanner.failure(`at most ${mostItems} items`);
    items.push(parseItem(scanner, table));
  } while (scanner.take(','));
  scanner.expectEnd();
  return items;
}

function parseItem(scanner: Scanner, table: string): SelectItem {
  scanner.skipSpace();
  if (scanner.take('...')) throw unknownRelationship(table, scanner.takeName());
  if (scanner.take('*')) {
    scanner.skipSpace();
    return { kind: 'all' };
  }
  const alias = takeAlias(scanner);
  const field = scanner.takeField();
  if (scanner.startsWith('()') && field.column === 'count') throw aggregatesRefused();
  if (scanner.startsWith('(') || scanner.startsWith('!')) {
    throw unknownRelationship(table, field.column);
  }
  const cast = takeCast(scanner);
  if (scanner.takeMatch(/\.(?:sum|avg|count|max|min)\(\)/y)) throw aggregatesRefused();
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.startsWith(',')) {
    throw scanner.failure('"->>", "->", "::", "," or end of input');
  }
  return { kind: 'field', field, cast, alias };
}

function takeAlias(scanner: Scanner): string | undefined {
  const start = scanner.position;
  const name = scanner.takeName();
  if (!scanner.startsWith('::') && scanner.take(':')) return name;
  scanner.position = start;
  return undefined;
}

function takeCast(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined;
  const type = scanner.takeMatch(/[\p{L}\p{N}_$ ]+/uy)?.[0].trim();
  if (!type) throw scanner.failure('the name of a type');
  const known = castTypes.get(type.toLowerCase());
  if (!known) throw new TablesError(400, '42704', `type "${type.slice(0, 63)}" does not exist`);
  return known;
}

function aggregatesRefused() {
  return new TablesError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}
