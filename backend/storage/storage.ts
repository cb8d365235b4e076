import { Hono } from 'hono';
import type { ResolveCaller } from '#backend/auth/caller.ts';
import type { Keys } from '#backend/auth/keys.ts';
import { listBuckets } from './buckets.ts';
import { errorResponse, storageError, toHttpError } from './errors.ts';
import type { Stores } from './files.ts';
import { createObjectRoutes } from './object-routes.ts';
import { createSignedUrlRoutes } from './signed-urls.ts';

/** What the routes of storage depend on. */
export type StorageContext = Stores & {
  resolveCaller: ResolveCaller;
  keys: Keys;
  /** Of each network, without a session. */
  anonymousUploadsPerHour: number;
};

/**
 * The storage service, without its prefix, as @supabase/storage-js speaks to it. Rows of
 * storage.objects are read and written as the caller, so row-level security alone decides; the
 * files of public buckets are open to everybody with their URL. Buckets are created by migrations.
 */
export function createStorage({
  anonymousUploadsPerHour = 60,
  ...dependencies
}: Omit<StorageContext, 'anonymousUploadsPerHour'> & { anonymousUploadsPerHour?: number }): Hono {
  const storage = { ...dependencies, anonymousUploadsPerHour };
  const { database, resolveCaller, logger } = storage;
  const app = new Hono();
  app.get('/bucket', async ({ req, json }) =>
    json(await listBuckets(database, await resolveCaller(req.raw))),
  );
  app.get('/bucket/:id', async ({ req, json }) => {
    const [bucket] = await listBuckets(database, await resolveCaller(req.raw), req.param('id'));
    if (!bucket) throw storageError('NoSuchBucket');
    return json(bucket);
  });
  app.on(['POST', 'PUT', 'DELETE'], '/bucket/*', () => {
    throw storageError('AccessDenied', 'Buckets are made, changed and removed by migrations only');
  });
  app.route('/', createSignedUrlRoutes(storage));
  app.route('/', createObjectRoutes(storage));
  app.all('/*', ({ req }) => {
    throw storageError('NotFound', `Route ${req.method} ${req.path} not found`);
  });
  app.onError((error, { req }) => {
    const httpError = toHttpError(error);
    if (httpError.status >= 500) {
      logger.error({ error, path: req.path }, 'Storage request failed');
    }
    return errorResponse(httpError);
  });
  return app;
}
