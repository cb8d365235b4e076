import { isVisitor } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import { BodyTooLarge, getJsonNesting, maxJsonNesting, readBytes } from '#backend/request-body.ts';
import { parseArrayElements, requireAllowed, visitorLimits } from './cost-limits.ts';
import type { RequestContext } from './table-request.ts';

/** A body of rows: the JSON text for PostgreSQL, and the rows and the columns they write for checks. */
export type Payload = {
  json: string;
  isArray: boolean;
  rows: Record<string, unknown>[];
  count: number;
  columns: string[];
};

/**
 * A body of arguments: the JSON text for PostgreSQL, and for checks its objects, the names of its
 * arguments and the number of values in its lists.
 */
export type CallArguments = {
  json: string;
  isArray: boolean;
  rows: Record<string, unknown>[];
  names: string[];
  listValues: number;
};

const maxBodyBytes = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's JSON text: at most 1 MiB, at most 256 KiB for visitors.
 *
 * @returns the text as it was sent; empty if there is no body
 * @throws HttpError 413 or, for visitors, 403 with 42501 if it is larger; PGRST102 if it isn't
 *   UTF-8 or JSON
 */
export async function readBody({ request, caller }: RequestContext): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json') {
    throw invalidBody(`Content-Type not acceptable: ${type.slice(0, 100)}`);
  }
  const { maxPayloadBytes } = visitorLimits;
  try {
    const bytes = await readBytes(request, isVisitor(caller) ? maxPayloadBytes : maxBodyBytes);
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw invalidBody();
    requireAllowed(caller, `send bodies of more than ${maxPayloadBytes / 1024} KiB`);
    throw new HttpError(413, 'PGRST102', 'The body is larger than 1 MiB');
  }
}

/**
 * Parses the body of a write: an object, or an array of objects that all have the same keys.
 *
 * @param columns the `columns` parameter; if given, only these are written, and keys may differ
 * @param maxRows checked before anything else about the rows
 * @throws HttpError PGRST102
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
    throw isArray
      ? keysDiffer()
      : invalidBody('The body must be a JSON object or an array of them');
  }
  const count = rows.length;
  if (columns) return { json: text, isArray, rows, count, columns: count ? columns : [] };
  return { json: text, isArray, rows, count, columns: getUniformKeys(rows) };
}

/**
 * Parses the body of a call: an object of arguments, an array whose first object counts, or
 * nothing. Any other JSON gives no arguments.
 *
 * @param columns the `columns` parameter; if given, these are the arguments, and keys may differ
 * @throws HttpError PGRST102
 */
export function parseArguments(text: string, columns: string[] | undefined): CallArguments {
  const value = text.trim() === '' && !columns ? {} : parseJson(text);
  if (!Array.isArray(value) && !isObject(value)) {
    return { json: '[]', isArray: true, rows: [], names: columns ?? [], listValues: 0 };
  }
  const isArray = Array.isArray(value);
  const elements: unknown[] = isArray ? value : [value];
  const rows = elements.filter(isObject);
  if (rows.length < elements.length && !columns) throw keysDiffer();
  return {
    json: text.trim() || '{}',
    isArray,
    rows,
    names: columns ?? getUniformKeys(rows),
    listValues: countListValues(rows.flatMap((row) => Object.values(row))),
  };
}

/** Counts the values in the lists of a call, including PostgreSQL array literals. */
export function countListValues(argumentValues: unknown[]): number {
  return argumentValues.reduce<number>((count, value) => {
    if (typeof value === 'string') return count + parseArrayElements(value).length;
    return Array.isArray(value) ? count + value.flat(Number.POSITIVE_INFINITY).length : count;
  }, 0);
}

/** Parses only for checks. PostgreSQL gets the text itself, so that no number loses a digit. */
function parseJson(text: string): unknown {
  if (getJsonNesting(text) > maxJsonNesting) throw invalidBody('The JSON is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody();
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws HttpError PGRST102 if the rows' keys differ */
function getUniformKeys(rows: Record<string, unknown>[]): string[] {
  const keys = new Set(rows[0] ? Object.keys(rows[0]) : []);
  if (!rows.every((row) => hasExactly(keys, row))) throw keysDiffer();
  return [...keys];
}

function keysDiffer() {
  return invalidBody('All object keys must match');
}

function hasExactly(keys: Set<string>, row: Record<string, unknown>): boolean {
  const own = Object.keys(row);
  return own.length === keys.size && own.every((key) => keys.has(key));
}

/** 400: a body that isn't JSON, or JSON of the wrong shape. */
function invalidBody(message = 'Empty or invalid json') {
  return new HttpError(400, 'PGRST102', message);
}
