import { notEmbedded, TablesError, unparsable } from './errors.ts';
import { parseFilter, parseGroup } from './parse-filter.ts';
import type { Condition } from './query.ts';
import { Scanner } from './scanner.ts';

/** The query string, taken apart by what each parameter is for. */
export type QueryParameters = {
  conditions: Condition[];
  /** Unparsed, because they are parsed only where the request shows rows. */
  select: string;
  order: string | null;
  limit: string | null;
  offset: string | null;
  columns: string[] | undefined;
  onConflict: string[] | undefined;
};

const reserved = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);
const mostConditions = 1000;

/**
 * Reads a request's query string as PostgREST does: reserved names, `and`/`or` groups, and every
 * other parameter as a filter on the column of its name.
 *
 * @param isArgument tells the parameters that are a function's arguments and no filters
 * @throws TablesError PGRST100, PGRST108, 22021 for a NUL character
 */
export function readQueryParameters(
  parameters: URLSearchParams,
  isArgument: (key: string, value: string) => boolean = () => false,
): QueryParameters {
  const conditions: Condition[] = [];
  for (const [key, value] of parameters) {
    if (key.includes('\0') || value.includes('\0')) throw nulCharacter();
    if (reserved.has(key) || isArgument(key, value)) continue;
    conditions.push(parseCondition(key, value));
  }
  if (countFilters(conditions) > mostConditions) {
    throw unparsable('"failed to parse filters"', `more than ${mostConditions} filters`);
  }
  return {
    conditions,
    select: parameters.get('select') ?? '*',
    order: parameters.get('order') || null,
    limit: parameters.get('limit') || null,
    offset: parameters.get('offset') || null,
    columns: parseNames('columns parameter', parameters.get('columns')),
    onConflict: parseNames('on_conflict parameter', parameters.get('on_conflict')),
  };
}

function parseCondition(key: string, value: string): Condition {
  const group = /^(not\.)?(and|or)$/.exec(key);
  if (group) return parseGroup(group[2] === 'and' ? 'and' : 'or', group[1] !== undefined, value);
  const scanner = new Scanner(key, 'tree path');
  const first = scanner.takeName();
  if (scanner.take('.')) throw notEmbedded(first);
  return parseFilter(key, value);
}

function countFilters(conditions: Condition[]): number {
  return conditions.reduce(
    (count, condition) =>
      count + (condition.kind === 'group' ? countFilters(condition.members) : 1),
    0,
  );
}

function parseNames(label: string, text: string | null): string[] | undefined {
  if (text === null) return undefined;
  const scanner = new Scanner(text, label);
  const names = new Set<string>();
  do {
    scanner.skipSpace();
    names.add(scanner.takeName());
    scanner.skipSpace();
  } while (scanner.take(','));
  scanner.expectEnd();
  return [...names];
}

function nulCharacter() {
  return new TablesError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
}
