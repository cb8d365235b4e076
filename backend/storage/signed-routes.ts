import { Hono } from 'hono';
import { z } from 'zod';
import { type Caller, isVisitor } from '#backend/database/database.ts';
import { requireBucket } from './buckets.ts';
import { sendObject } from './download.ts';
import { checkName } from './object-name.ts';
import { findNames, findObject, type ObjectAddress, ownerOf } from './objects.ts';
import { requireObject } from './relocation.ts';
import { addressOf, objectPath, readJson } from './request.ts';
import { type Grant, signAddress, verifyAddress } from './signing.ts';
import type { StorageParts } from './storage.ts';
import { rehearse, storeUpload } from './upload.ts';
import { countUpload } from './upload-limit.ts';

/** Supabase's lifetime of a signed upload address, in seconds. */
const uploadLifetime = 2 * 3600;

const notToBeSeen = 'Either the object does not exist or you do not have access to it';

/** Seconds. */
const lifetime = z
  .int()
  .min(1)
  .max(10 * 365 * 24 * 3600);
const signing = z.object({ expiresIn: lifetime });
const signingMany = z.object({ expiresIn: lifetime, paths: z.array(z.string()).max(1000) });

/** Signed addresses: whoever has one may do the one thing it was signed for. */
export function signedRoutes(parts: StorageParts): Hono {
  const { database, files, keys, callerOf } = parts;
  const app = new Hono();

  const sign = async (address: ObjectAddress, expiresIn: number) => {
    const token = await signAddress(keys, 'storage-download', address, expiresIn);
    return `/object/sign/${address.bucket}/${address.name}?token=${token}`;
  };

  app.post(`/object/sign/${objectPath}`, async (context) => {
    const address = addressOf(context);
    const caller = await callerOf(context.req.raw);
    const { expiresIn } = await readJson(context, signing);
    await requireObject(parts, caller, address);
    return context.json({ signedURL: await sign(address, expiresIn) });
  });

  app.post('/object/sign/:bucket', async (context) => {
    const caller = await callerOf(context.req.raw);
    const { expiresIn, paths } = await readJson(context, signingMany);
    const bucket = context.req.param('bucket');
    const names = paths.map(checkName);
    const seen = await database.asCaller(caller, (transaction) =>
      findNames(transaction, bucket, names),
    );
    const signed = [];
    for (const name of names) {
      const entry = seen.has(name)
        ? { error: null, signedURL: await sign({ bucket, name }, expiresIn) }
        : { error: notToBeSeen, signedURL: null };
      signed.push({ ...entry, path: name });
    }
    return context.json(signed);
  });

  app.get(`/object/sign/${objectPath}`, async (context) => {
    const address = addressOf(context);
    await verifyAddress(keys, 'storage-download', address, context.req.query('token') ?? null);
    return sendObject(files, context.req.raw, 'private', () => findObject(database.owner, address));
  });

  app.post(`/object/upload/sign/${objectPath}`, async (context) => {
    const address = addressOf(context);
    const caller = await callerOf(context.req.raw);
    await countUpload(database, caller, context.req.raw, parts.anonymousUploadsPerHour);
    await requireBucket(database, address.bucket);
    const owner = ownerOf(caller);
    const upsert = context.req.header('x-upsert') === 'true';
    await rehearse(database, { ...address, caller, owner, replace: upsert });
    const grant = { owner, upsert, isVisitor: isVisitor(caller) };
    const token = await signAddress(keys, 'storage-upload', address, uploadLifetime, grant);
    const url = `/object/upload/sign/${address.bucket}/${address.name}?token=${token}`;
    return context.json({ url, token });
  });

  app.put(`/object/upload/sign/${objectPath}`, async (context) => {
    const address = addressOf(context);
    const token = context.req.query('token') ?? null;
    const grant = await verifyAddress(keys, 'storage-upload', address, token);
    const { owner, upsert } = grant;
    const caller = toUploader(grant);
    await countUpload(database, caller, context.req.raw, parts.anonymousUploadsPerHour);
    const upload = { ...address, caller, owner, replace: upsert };
    return context.json(await storeUpload(parts, upload, context.req.raw));
  });

  return app;
}

/** The policies decide about a visitor's upload once more: its signature may be two hours old. */
function toUploader({ isVisitor, owner }: Grant): Caller {
  if (!isVisitor) return { role: 'service_role', claims: {} };
  return owner
    ? { role: 'authenticated', claims: { sub: owner, role: 'authenticated' } }
    : { role: 'anon', claims: {} };
}
