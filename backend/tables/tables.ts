import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { ResolveCaller } from '#backend/auth/caller.ts';
import type { Caller, Database } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import type { NetworkLimit } from '#backend/network-limit.ts';
import { callRoutine } from './call.ts';
import { errorResponse, shorten } from './errors.ts';
import { readRows } from './read.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';
import { createTimeoutPenalty } from './run-statement.ts';
import { createSchemaCache } from './schema.ts';
import { toCallerError } from './visitor-rules.ts';
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
