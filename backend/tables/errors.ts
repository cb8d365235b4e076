import type { Logger } from 'pino';
import type { Caller } from '#backend/database/database.ts';
import {
  type DatabaseError,
  isDatabaseError,
  isUnavailable,
  retryAfterUnavailable,
} from '#backend/database/engine.ts';
import { HttpError } from '#backend/http-error.ts';

// Codes and statuses are PostgREST's: https://docs.postgrest.org/en/stable/references/errors.html

/** A name that the schema cache does not know; a reload of the cache may find it. */
export class UnknownNameError extends HttpError {}

/** 404: no such table or view in the exposed schema. */
export function unknownTable(table: string) {
  const name = `public.${shorten(table)}`;
  const message = `Could not find the table '${name}' in the schema cache`;
  return new UnknownNameError(404, 'PGRST205', message);
}

/** 400: a column in select, a filter, order or on_conflict that the table has not. */
export function unknownColumn(table: string, column: string) {
  const message = `column ${table}.${shorten(column)} does not exist`;
  return new UnknownNameError(400, '42703', message);
}

/** 400: a column named by the body or by `columns` that the table has not. */
export function unknownPayloadColumn(table: string, column: string) {
  const message = `Could not find the '${shorten(column)}' column of '${table}' in the schema cache`;
  return new UnknownNameError(400, 'PGRST204', message);
}

/** 404: no function of this name that takes these arguments. */
export function unknownFunction(name: string, argumentNames: string[]) {
  const listed = shorten(argumentNames.join(', '));
  const signature = argumentNames.length ? `(${listed})` : ' without parameters';
  const parameters = `with parameter${argumentNames.length > 1 ? 's' : ''} ${listed}`;
  const routine = `public.${shorten(name)}`;
  const searched = `${routine} ${argumentNames.length ? parameters : 'without parameters'} or with a single unnamed json/jsonb parameter`;
  return new UnknownNameError(
    404,
    'PGRST202',
    `Could not find the function ${routine}${signature} in the schema cache`,
    {
      details: `Searched for the function ${searched}, but no matches were found in the schema cache.`,
    },
  );
}

/** 400: a part of PostgREST's protocol that this backend does not implement. */
export function notImplemented(feature: string) {
  return new HttpError(400, 'PGRST127', `Feature not implemented: ${feature}`);
}

/** 400: a query parameter that does not parse. */
export function unparsable(message: string, details: string) {
  return new HttpError(400, 'PGRST100', message, { details });
}

/** 400: a body that is no JSON, or JSON of the wrong shape. */
export function invalidBody(message = 'Empty or invalid json') {
  return new HttpError(400, 'PGRST102', message);
}

/** 416: limit, offset or Range describe no range of the rows. */
export function invalidRange(details: string, headers: Record<string, string> = {}) {
  return new HttpError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });
}

/** 406: a single object was requested and there is not exactly one row. */
export function notSingular(rows: bigint) {
  return new HttpError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

/** A client's text for a message: at most 200 characters of it. */
export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * Returns an error in PostgREST's form. What the client did not cause is logged and answered without
 * details.
 *
 * @param role whom the request ran as; undefined if the caller is not known
 */
export function errorResponse(
  error: unknown,
  role: Caller['role'] | undefined,
  logger: Logger,
): Response {
  const { status, code, message, options } = toHttpError(error, role ?? 'anon', logger);
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8' });
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  // The windows of the limits that the database itself counts are one hour.
  if (status === 429) headers.set('Retry-After', '3600');
  if (status === 503) headers.set('Retry-After', retryAfterUnavailable);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const { details = null, hint = null } = options;
  return new Response(JSON.stringify({ code, message, details, hint }), { status, headers });
}

function toHttpError(error: unknown, role: Caller['role'], logger: Logger): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseError(error)) return fromDatabaseError(error, role, logger);
  logger.error({ error }, 'A request for rows failed');
  return isUnavailable(error)
    ? new HttpError(503, 'PGRST000', 'Database connection error.')
    : new HttpError(500, 'PGRSTX00', 'Internal server error');
}

/** Errors of the server keep their code and lose their text, which may name internals. */
function fromDatabaseError(error: DatabaseError, role: Caller['role'], logger: Logger): HttpError {
  const status = getStatus(error.code, role);
  if (status >= 500) logger.error({ error }, 'The database failed a request for rows');
  const { code, message, detail, hint } = error;
  if (status >= 500 && status !== 504 && !code.startsWith('PT')) {
    return new HttpError(status, code, 'The database could not answer');
  }
  return new HttpError(status, code, message, { details: detail, hint });
}

/** Statuses of single SQLSTATEs, before those of their classes. */
const statuses: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53100': 507,
  '55P03': 503,
  '57014': 504,
  P0001: 400,
};

const classStatuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * PostgREST answers 500 to limits of a statement's size (54) and to an upsert that meets one row twice
 * (21), which a client can cause: these are 400. A cancelled statement is 504, a full disk 507,
 * and a row that others kept locked 503.
 */
function getStatus(code: string, role: Caller['role']): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1];
  if (raised) return Number(raised);
  return statuses[code] ?? classStatuses[code.slice(0, 2)] ?? 400;
}
