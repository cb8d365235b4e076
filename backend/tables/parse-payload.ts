import { deepestJson, nestingOf } from '#backend/json-nesting.ts';
import { invalidBody } from './errors.ts';
import { parseArrayElements } from './guards.ts';

/** A body of rows: the JSON text for PostgreSQL, its rows for checks, and which columns they write. */
export type Payload = {
  json: string;
  isArray: boolean;
  rows: Record<string, unknown>[];
  count: number;
  columns: string[];
};

/** A body of arguments: the JSON text for PostgreSQL, their values, and how many their lists have. */
export type Arguments = {
  json: string;
  values: Record<string, unknown>;
  names: string[];
  listValues: number;
};

/**
 * Checks the body of a write: an object, or an array of objects that all have the same keys.
 *
 * @param columns the `columns` parameter; with it, it alone says which columns are written, and the
 *   objects' keys may differ
 * @param maxRows refused before anything else about the rows is checked
 * @throws TablesError PGRST102
 */
export function parsePayload(
  text: string,
  columns: string[] | undefined,
  maxRows = Number.POSITIVE_INFINITY,
): Payload {
  const value = parseJson(text);
  const isArray = Array.isArray(value);
  const rows: unknown[] = isArray ? value : [value];
  if (rows.length > maxRows) {
    throw invalidBody(`At most ${maxRows} rows at once can be added without signing in`);
  }
  if (!rows.every(isObject)) {
    throw invalidBody('The body must be a JSON object or an array of JSON objects');
  }
  const count = rows.length;
  if (columns) return { json: text, isArray, rows, count, columns: count ? columns : [] };
  const keys = new Set(rows[0] ? Object.keys(rows[0]) : []);
  if (!rows.every((row) => hasExactly(keys, row))) {
    throw invalidBody('All object keys must match');
  }
  return { json: text, isArray, rows, count, columns: [...keys] };
}

/**
 * Checks the body of a call: an object of arguments, or nothing.
 *
 * @throws TablesError PGRST102
 */
export function parseArguments(text: string): Arguments {
  if (text.trim() === '') return { json: '{}', values: {}, names: [], listValues: 0 };
  const value = parseJson(text);
  if (!isObject(value)) throw invalidBody('The body must be a JSON object of arguments');
  return {
    json: text,
    values: value,
    names: Object.keys(value),
    listValues: countListValues(Object.values(value)),
  };
}

/** Counts the values in the lists of a call, also in those written as PostgreSQL's array literals. */
export function countListValues(argumentValues: unknown[]): number {
  return argumentValues.reduce<number>((count, value) => {
    if (typeof value === 'string') return count + parseArrayElements(value).length;
    return Array.isArray(value) ? count + value.flat(Number.POSITIVE_INFINITY).length : count;
  }, 0);
}

/** Parses only to check: PostgreSQL gets the text itself, so that no number loses a digit. */
function parseJson(text: string): unknown {
  if (nestingOf(text) > deepestJson) throw invalidBody('The JSON is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody();
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasExactly(keys: Set<string>, row: Record<string, unknown>): boolean {
  const own = Object.keys(row);
  return own.length === keys.size && own.every((key) => keys.has(key));
}
