import { Hono } from 'hono';
import { z } from 'zod';
import type { Caller } from '#backend/database/database.ts';
import { requireBucket } from './buckets.ts';
import { sendObject } from './download.ts';
import { storageError } from './errors.ts';
import { discardFile } from './files.ts';
import { copyObject, moveObject, sourceAndDestination } from './move-and-copy.ts';
import { findObject, getOwner, listObjects, listOptions, requireObject } from './objects.ts';
import { checkName, getObjectKey, objectPath, readJson } from './request.ts';
import type { StorageContext } from './storage.ts';
import { countUpload, storeUpload } from './upload.ts';

const removal = z.object({ prefixes: z.array(z.string()).max(1000) });

/** The routes of objects, except for signed URLs. */
export function createObjectRoutes(storage: StorageContext): Hono {
  const { database, files, resolveCaller, anonymousUploadsPerHour } = storage;
  const app = new Hono();

  app.get(`/object/public/${objectPath}`, (context) => {
    const key = getObjectKey(context);
    return sendObject(files, context.req.raw, 'public', async () => {
      const bucket = await requireBucket(database, key.bucket);
      if (!bucket.public) throw storageError('NoSuchBucket');
      return findObject(database.owner, key);
    });
  });

  const info = [`/object/info/authenticated/${objectPath}`, `/object/info/${objectPath}`];
  app.on('GET', info, async (context) => {
    const key = getObjectKey(context);
    const caller = await resolveCaller(context.req.raw);
    await requireBucket(database, key.bucket);
    const { id, name, version, bucket_id, created_at, updated_at, metadata, user_metadata } =
      await requireObject(database, caller, key);
    return context.json({
      id,
      name,
      version,
      bucket_id,
      size: metadata.size,
      content_type: metadata.mimetype,
      cache_control: metadata.cacheControl,
      etag: metadata.eTag,
      metadata: user_metadata ?? {},
      last_modified: metadata.lastModified,
      created_at,
      updated_at,
    });
  });

  app.on(
    'GET',
    [`/object/authenticated/${objectPath}`, `/object/${objectPath}`],
    async (context) => {
      const key = getObjectKey(context);
      const caller = await resolveCaller(context.req.raw);
      return sendObject(files, context.req.raw, 'private', async () => {
        const bucket = await requireBucket(database, key.bucket);
        if (bucket.public) return findObject(database.owner, key);
        return database.asCaller(caller, (transaction) => findObject(transaction, key));
      });
    },
  );

  app.post('/object/list-v2/*', () => {
    throw storageError('NotFound', 'listV2 is not offered');
  });

  app.post('/object/list/:bucket', async (context) => {
    const caller = await resolveCaller(context.req.raw);
    const options = await readJson(context, listOptions);
    return context.json(await listObjects(database, caller, context.req.param('bucket'), options));
  });

  app.post('/object/move', async (context) => {
    const caller = await resolveCaller(context.req.raw);
    const body = await readJson(context, sourceAndDestination);
    return context.json(await moveObject(storage, caller, body));
  });

  app.post('/object/copy', async (context) => {
    const caller = await resolveCaller(context.req.raw);
    const body = await readJson(context, sourceAndDestination);
    return context.json(await copyObject(storage, caller, body));
  });

  app.on(['POST', 'PUT'], `/object/${objectPath}`, async (context) => {
    const request = context.req.raw;
    const key = getObjectKey(context);
    const caller = await resolveCaller(request);
    await countUpload(database, caller, request, anonymousUploadsPerHour);
    const replace = request.method === 'PUT' || request.headers.get('x-upsert') === 'true';
    const upload = { ...key, caller, owner: getOwner(caller), replace };
    return context.json(await storeUpload(storage, upload, request));
  });

  const remove = async (caller: Caller, bucket: string, names: string[]) => {
    if (names.length === 0) return [];
    const rows = await database.asCaller(caller, (transaction) =>
      transaction
        .deleteFrom('storage.objects')
        .where('bucket_id', '=', bucket)
        .where('name', 'in', names)
        .returningAll()
        .execute(),
    );
    for (const { version } of rows) await discardFile(storage, version);
    return rows;
  };

  app.delete('/object/:bucket', async (context) => {
    const caller = await resolveCaller(context.req.raw);
    const { prefixes } = await readJson(context, removal);
    return context.json(await remove(caller, context.req.param('bucket'), prefixes.map(checkName)));
  });

  app.delete(`/object/${objectPath}`, async (context) => {
    const { bucket, name } = getObjectKey(context);
    const removed = await remove(await resolveCaller(context.req.raw), bucket, [name]);
    if (removed.length === 0) throw storageError('NoSuchKey');
    return context.json({ message: 'Successfully deleted' });
  });

  return app;
}
