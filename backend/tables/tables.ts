import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { ResolveCaller } from '#backend/auth/caller.ts';
import {
  type Caller,
  type Database,
  type DatabaseError,
  isDatabaseError,
  isUnavailable,
  retryAfterUnavailable,
} from '#backend/database/database.ts';
import { HttpError, shorten } from '#backend/http-error.ts';
import type { NetworkLimit } from '#backend/limits.ts';
import { toCallerError } from './cost-limits.ts';
import { readRows } from './read.ts';
import { callRoutine } from './rpc.ts';
import { createSchemaCache } from './schema.ts';
import {
  createRequestContext,
  createTimeoutPenalty,
  type RequestContext,
} from './table-request.ts';
import { deleteRows, insertRows, updateRows } from './write.ts';

type Handler = (context: RequestContext, name: string) => Promise<Response>;

const tableMethods: Record<string, Handler> = {
  GET: readRows,
  HEAD: readRows,
  POST: insertRows,
  PATCH: updateRows,
  DELETE: deleteRows,
};
const routineMethods: Record<string, Handler> = { POST: callRoutine };

/**
 * The tables and functions of the schema public over HTTP, in PostgREST's protocol
 * (https://docs.postgrest.org/en/stable/references/api.html) as supabase-js speaks it. Grants and
 * row-level security decide what a caller may do; this adds no permission of its own.
 */
export function createTables({
  database,
  resolveCaller,
  networkLimit,
  logger,
}: {
  database: Database;
  resolveCaller: ResolveCaller;
  networkLimit: NetworkLimit;
  logger: Logger;
}): Hono {
  const schema = createSchemaCache(database);
  const services = { database, schema, penalty: createTimeoutPenalty(), networkLimit };
  const app = new Hono();

  const handle = async (context: Context, methods: Record<string, Handler>, name: string) => {
    const request = context.req.raw;
    const isRoutine = methods === routineMethods;
    let caller: Caller | undefined;
    try {
      const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
      if (!handler) throw unsupportedMethod(request.method, isRoutine);
      caller = await resolveCaller(request);
      const target = isRoutine ? `rpc/${name}` : name;
      return await handler(createRequestContext(request, target, caller, services), name);
    } catch (error) {
      return errorResponse(toCallerError(caller, error), caller?.role, logger);
    }
  };

  app.all('/rpc/:name', (context) => handle(context, routineMethods, context.req.param('name')));
  app.all('/:name', (context) => handle(context, tableMethods, context.req.param('name')));
  app.all('*', () => {
    const error = new HttpError(404, 'PGRST125', 'Invalid path specified in request URL');
    return errorResponse(error, undefined, logger);
  });
  return app;
}

function unsupportedMethod(method: string, isRoutine: boolean) {
  return isRoutine
    ? new HttpError(405, 'PGRST101', `Cannot use the ${shorten(method)} method on RPC`, {
        hint: 'Functions are called by POST',
      })
    : new HttpError(405, 'PGRST117', `Unsupported HTTP method: ${shorten(method)}`);
}

// Codes and statuses are PostgREST's: https://docs.postgrest.org/en/stable/references/errors.html

/**
 * Returns an error in PostgREST's form. Errors that the client didn't cause are logged and answered
 * without details.
 *
 * @param role the caller's role; undefined if the caller is unknown
 */
function errorResponse(error: unknown, role: Caller['role'] | undefined, logger: Logger): Response {
  const { status, code, message, options } = toHttpError(error, role ?? 'anon', logger);
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8' });
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  // Limits that the database itself counts have windows of one hour.
  if (status === 429) headers.set('Retry-After', '3600');
  if (status === 503) headers.set('Retry-After', retryAfterUnavailable);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const { details = null, hint = null } = options;
  return new Response(JSON.stringify({ code, message, details, hint }), { status, headers });
}

function toHttpError(error: unknown, role: Caller['role'], logger: Logger): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseError(error)) return fromDatabaseError(error, role, logger);
  logger.error({ error }, 'Table request failed');
  return isUnavailable(error)
    ? new HttpError(503, 'PGRST000', 'Database connection error.')
    : new HttpError(500, 'PGRSTX00', 'Internal server error');
}

/** Server errors keep their code but not their text, which may reveal internals. */
function fromDatabaseError(error: DatabaseError, role: Caller['role'], logger: Logger): HttpError {
  const status = getStatus(error.code, role);
  if (status >= 500) logger.error({ error }, 'Table request failed in the database');
  const { code, message, detail, hint } = error;
  if (status >= 500 && status !== 504 && !code.startsWith('PT')) {
    return new HttpError(status, code, 'The database could not answer');
  }
  return new HttpError(status, code, message, { details: detail, hint });
}

/** Statuses of single SQLSTATEs, which take precedence over those of their classes. */
const statuses: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '40P01': 503,
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
 * PostgREST answers 500 to limits of a statement's size (54) and to an upsert that meets one row
 * twice (21), which a client can cause; here both are 400. A cancelled statement is 504, a full
 * disk 507, and a row that stayed locked or a deadlock 503.
 */
function getStatus(code: string, role: Caller['role']): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1];
  if (raised) return Number(raised);
  return statuses[code] ?? classStatuses[code.slice(0, 2)] ?? 400;
}
