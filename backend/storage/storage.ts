import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { type CallerOf, InvalidCredentials } from '#backend/auth/caller.ts';
import type { Keys } from '#backend/auth/keys.ts';
import type { Database } from '#backend/database/database.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { bucketRoutes } from './bucket-routes.ts';
import type { FileStore } from './files.ts';
import { objectRoutes } from './object-routes.ts';
import { Refusal, refusalOf, tooManyRequests } from './refusal.ts';
import { signedRoutes } from './signed-routes.ts';

/** What the routes of storage are made of. */
export type StorageParts = {
  database: Database;
  callerOf: CallerOf;
  files: FileStore;
  keys: Keys;
  logger: Logger;
  /** How many files an address may send in an hour without being signed in. */
  anonymousUploadsPerHour: number;
};

/**
 * The storage service, without its prefix, as @supabase/storage-js speaks to it. Rows of
 * storage.objects are read and written as the caller, so row-level security alone decides; the
 * files of public buckets are open to whoever knows their address.
 */
export function createStorage({
  anonymousUploadsPerHour = 60,
  ...services
}: Omit<StorageParts, 'anonymousUploadsPerHour'> & { anonymousUploadsPerHour?: number }): Hono {
  const parts = { ...services, anonymousUploadsPerHour };
  const app = new Hono();
  app.route('/', bucketRoutes(parts));
  app.route('/', signedRoutes(parts));
  app.route('/', objectRoutes(parts));
  app.all('/*', (context) => {
    throw new Refusal(
      404,
      'NotFound',
      'not_found',
      `Route ${context.req.method} ${context.req.path} not found`,
    );
  });
  app.onError((error, context) => answerError(error, context, parts.logger));
  return app;
}

function answerError(error: Error, context: Context, logger: Logger): Response {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) {
    logger.error({ error, path: context.req.path }, 'A request to storage failed');
  }
  return context.json(refusal.body, refusal.status as ContentfulStatusCode, {
    'Cache-Control': 'no-store',
    ...refusal.headers,
  });
}

function asRefusal(error: Error): Refusal {
  const known = refusalOf(error);
  if (known instanceof Refusal) return known;
  if (error instanceof InvalidCredentials) {
    return new Refusal(401, 'InvalidJWT', 'Unauthorized', error.message);
  }
  if (error instanceof TooManyRequests) return tooManyRequests(error.retryAfter, error.message);
  return new Refusal(500, 'InternalError', 'internal', 'Internal Server Error');
}
