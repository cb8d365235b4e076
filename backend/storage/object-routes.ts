import { Hono } from 'hono';
import { z } from 'zod';
import type { Caller } from '#backend/database/database.ts';
import { requireBucket } from './buckets.ts';
import { sendObject } from './download.ts';
import { listing, listObjects } from './listing.ts';
import { checkName } from './object-name.ts';
import { deleteObjects, findObject, type ObjectAddress, ownerOf } from './objects.ts';
import { bucketNotFound, objectNotFound, refusalOf } from './refusal.ts';
import { copyObject, moveObject, readRelocation, relocation, requireObject } from './relocation.ts';
import { addressOf, objectPath, readJson } from './request.ts';
import type { StorageParts } from './storage.ts';
import { discard } from './stores.ts';
import { storeUpload } from './upload.ts';
import { countUpload } from './upload-limit.ts';

const removal = z.object({ prefixes: z.array(z.string()).max(1000) });

/** Everything about objects but signed addresses. */
export function objectRoutes(parts: StorageParts): Hono {
  const { database, files, callerOf } = parts;
  const app = new Hono();

  app.get(`/object/public/${objectPath}`, (context) => {
    const address = addressOf(context);
    return sendObject(files, context.req.raw, 'public', async () => {
      const bucket = await requireBucket(database, address.bucket);
      if (!bucket.public) throw bucketNotFound();
      return findObject(database.owner, address);
    });
  });

  app.get(`/object/info/${objectPath}`, async (context) => {
    const address = addressOf(context);
    const caller = await callerOf(context.req.raw);
    await requireBucket(database, address.bucket);
    const { id, name, version, bucket_id, created_at, updated_at, metadata, user_metadata } =
      await requireObject(parts, caller, address);
    return context.json({
      id,
      name,
      version,
      bucket_id,
      size: metadata.size,
      content_type: metadata.mimetype,
      cache_control: metadata.cacheControl,
      etag: metadata.eTag,
      metadata: user_metadata,
      last_modified: metadata.lastModified,
      created_at,
      updated_at,
    });
  });

  const authenticated = async (request: Request, address: ObjectAddress) => {
    const caller = await callerOf(request);
    return sendObject(files, request, 'private', async () => {
      const bucket = await requireBucket(database, address.bucket);
      if (bucket.public) return findObject(database.owner, address);
      return database.asCaller(caller, (transaction) => findObject(transaction, address));
    });
  };
  app.get(`/object/authenticated/${objectPath}`, (context) =>
    authenticated(context.req.raw, addressOf(context)),
  );
  app.get(`/object/${objectPath}`, (context) => authenticated(context.req.raw, addressOf(context)));

  app.post('/object/list/:bucket', async (context) => {
    const caller = await callerOf(context.req.raw);
    const wanted = await readJson(context, listing);
    return context.json(await listObjects(database, caller, context.req.param('bucket'), wanted));
  });

  app.post('/object/move', async (context) => {
    const caller = await callerOf(context.req.raw);
    const { from, to } = readRelocation(await readJson(context, relocation));
    return context.json(await moveObject(parts, caller, from, to));
  });

  app.post('/object/copy', async (context) => {
    const caller = await callerOf(context.req.raw);
    const { from, to } = readRelocation(await readJson(context, relocation));
    return context.json(await copyObject(parts, caller, from, to));
  });

  app.on(['POST', 'PUT'], `/object/${objectPath}`, async (context) => {
    const request = context.req.raw;
    const address = addressOf(context);
    const caller = await callerOf(request);
    await countUpload(database, caller, request, parts.anonymousUploadsPerHour);
    const replace = request.method === 'PUT' || request.headers.get('x-upsert') === 'true';
    const upload = { ...address, caller, owner: ownerOf(caller), replace };
    return context.json(await storeUpload(parts, upload, request));
  });

  const remove = async (caller: Caller, bucket: string, names: string[]) => {
    if (names.length === 0) return [];
    const rows = await database
      .asCaller(caller, (transaction) => deleteObjects(transaction, bucket, names))
      .catch((error) => {
        throw refusalOf(error);
      });
    for (const { version } of rows) await discard(parts, version);
    return rows;
  };

  app.delete('/object/:bucket', async (context) => {
    const caller = await callerOf(context.req.raw);
    const { prefixes } = await readJson(context, removal);
    return context.json(await remove(caller, context.req.param('bucket'), prefixes.map(checkName)));
  });

  app.delete(`/object/${objectPath}`, async (context) => {
    const { bucket, name } = addressOf(context);
    const removed = await remove(await callerOf(context.req.raw), bucket, [name]);
    if (removed.length === 0) throw objectNotFound();
    return context.json({ message: 'Successfully deleted' });
  });

  return app;
}
