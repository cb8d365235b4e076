import { Hono } from 'hono';
import { listBuckets, readBucket } from './buckets.ts';
import { Refusal } from './refusal.ts';
import type { StorageParts } from './storage.ts';

/** Buckets can be read; they are made, changed and removed by migrations. */
export function bucketRoutes({ database, callerOf }: StorageParts): Hono {
  const app = new Hono();
  app.get('/bucket', async (context) =>
    context.json(await listBuckets(database, await callerOf(context.req.raw))),
  );
  app.get('/bucket/:id', async (context) =>
    context.json(
      await readBucket(database, await callerOf(context.req.raw), context.req.param('id')),
    ),
  );
  app.on(['POST', 'PUT', 'DELETE'], '/bucket/*', () => {
    throw new Refusal(
      403,
      'AccessDenied',
      'Unauthorized',
      'Buckets are made, changed and removed by migrations only',
    );
  });
  return app;
}
