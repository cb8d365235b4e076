import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { ResolveCaller } from '#backend/auth/caller.ts';
import type { Caller, Database } from '#backend/database/database.ts';
import type { NetworkLimit } from '#backend/network-limit.ts';
import { faultResponse } from './answers.ts';
import { callRoutine } from './call.ts';
import { shorten, TablesError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { parseAccept } from './parse-accept.ts';
import { parsePreferences } from './parse-preferences.ts';
import { readTable } from './read.ts';
import { createSchemaCache } from './schema-cache.ts';
import { createTimeoutPenalty } from './timeout-penalty.ts';
import { deleteRows, insertRows, updateRows } from './write.ts';

type Handler = (exchange: Exchange, name: string) => Promise<Response>;

const tableMethods: Record<string, Handler> = {
  GET: readTable,
  HEAD: readTable,
  POST: insertRows,
  PATCH: updateRows,
  DELETE: deleteRows,
};
const routineMethods: Record<string, Handler> = {
  GET: callRoutine,
  HEAD: callRoutine,
  POST: callRoutine,
};

/**
 * The tables and functions of the schema public over HTTP, in PostgREST's protocol
 * (https://docs.postgrest.org/en/stable/references/api.html) as supabase-js speaks it. Grants and
 * row-level security decide what a caller may do; this adds no permission of its own.
 */
export function createTables({
  database,
  callerOf,
  networkLimit,
  logger,
}: {
  database: Database;
  callerOf: ResolveCaller;
  networkLimit: NetworkLimit;
  logger: Logger;
}): Hono {
  const schema = createSchemaCache(database);
  const penalty = createTimeoutPenalty();
  const app = new Hono();

  const answer = async (context: Context, methods: Record<string, Handler>, name: string) => {
    const request = context.req.raw;
    let role: Caller['role'] | undefined;
    try {
      const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
      if (!handler) throw unsupportedMethod(request.method, methods === routineMethods);
      const caller = await callerOf(request);
      role = caller.role;
      requirePublicSchema(request);
      const exchange: Exchange = {
        request,
        target: methods === routineMethods ? `rpc/${name}` : name,
        caller,
        database,
        schema,
        penalty,
        networkLimit,
        query: queryOf(request.url),
        preferences: parsePreferences(request.headers.get('prefer')),
        format: parseAccept(request.headers.get('accept')),
      };
      return await handler(exchange, name);
    } catch (error) {
      return faultResponse(error, role, logger);
    }
  };

  app.all('/rpc/:name', (context) => answer(context, routineMethods, context.req.param('name')));
  app.all('/:name', (context) => answer(context, tableMethods, context.req.param('name')));
  app.all('*', () => faultResponse(unknownPath(), undefined, logger));
  return app;
}

function queryOf(url: string): string {
  const [address = ''] = url.split('#', 1);
  const start = address.indexOf('?');
  return start < 0 ? '' : address.slice(start + 1);
}

/** Only public is exposed; supabase-js names the schema in one header or the other. */
function requirePublicSchema(request: Request) {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const schema = request.headers.get(reads ? 'accept-profile' : 'content-profile');
  if (schema === null || schema === 'public') return;
  throw new TablesError(406, 'PGRST106', `Invalid schema: ${shorten(schema)}`, {
    hint: 'Only the following schemas are exposed: public',
  });
}

function unsupportedMethod(method: string, isRoutine: boolean) {
  return isRoutine
    ? new TablesError(405, 'PGRST101', `Cannot use the ${shorten(method)} method on RPC`)
    : new TablesError(405, 'PGRST117', `Unsupported HTTP method: ${shorten(method)}`);
}

function unknownPath() {
  return new TablesError(404, 'PGRST125', 'Invalid path specified in request URL');
}
