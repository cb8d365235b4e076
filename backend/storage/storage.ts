import { Hono } from 'hono';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { ResolveCaller } from '#backend/auth/caller.ts';
import type { Keys } from '#backend/auth/keys.ts';
import { type Caller, type Database, isVisitor } from '#backend/database/database.ts';
import { listBuckets, requireBucket } from './buckets.ts';
import { sendObject } from './download.ts';
import { errorResponse, storageError, toHttpError } from './errors.ts';
import { discardFile, type Stores } from './files.ts';
import { copyObject, moveObject, sourceAndDestination } from './move-and-copy.ts';
import {
  findNames,
  findObject,
  getOwner,
  listObjects,
  listOptions,
  type ObjectKey,
  requireObject,
} from './objects.ts';
import { checkName, getObjectKey, objectPath, readJson } from './request.ts';
import { checkInsertPolicy, countUpload, storeUpload } from './upload.ts';

/** The dependencies of the storage routes. */
type StorageContext = Stores & {
  resolveCaller: ResolveCaller;
  keys: Keys;
  /** Per network, for uploads without a session. */
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
    throw storageError(
      'AccessDenied',
      'Buckets are created, changed and removed by migrations only',
    );
  });
  addSignedUrlRoutes(app, storage);
  addObjectRoutes(app, storage);
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

const removal = z.object({ prefixes: z.array(z.string()).max(1000) });

/** The routes of objects, except for signed URLs. */
function addObjectRoutes(app: Hono, storage: StorageContext): void {
  const { database, files, resolveCaller, anonymousUploadsPerHour } = storage;

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
}

/** Supabase's lifetime of a signed upload URL. */
const uploadLifetimeSeconds = 2 * 3600;

const notVisible = 'Either the object does not exist or you do not have access to it';

/** In seconds; a day at most, because signed URLs can't be revoked. */
const expiresIn = z
  .int()
  .min(1)
  .max(24 * 3600);
const signing = z.object({ expiresIn });
const signingMany = z.object({ expiresIn, paths: z.array(z.string()).max(1000) });

/** The token's audience, so that no other token is accepted. */
type Audience = 'storage-download' | 'storage-upload';

const claims = z.object({
  url: z.string(),
  owner: z.string().nullable().default(null),
  upsert: z.boolean().default(false),
  /** True if visitors' limits apply to the upload. */
  isVisitor: z.boolean().default(true),
});
type Claims = z.infer<typeof claims>;

/** The routes of signed URLs. Anyone with the URL may do what it was signed for. */
function addSignedUrlRoutes(app: Hono, storage: StorageContext): void {
  const { database, files, keys, resolveCaller, anonymousUploadsPerHour } = storage;

  const signDownload = async ({ bucket, name }: ObjectKey, lifetimeSeconds: number) => {
    const url = `${bucket}/${name}`;
    const token = await sign(keys, 'storage-download', { url }, lifetimeSeconds);
    return `/object/sign/${url}?token=${token}`;
  };

  app.post(`/object/sign/${objectPath}`, async (context) => {
    const key = getObjectKey(context);
    const caller = await resolveCaller(context.req.raw);
    const { expiresIn } = await readJson(context, signing);
    await requireObject(database, caller, key);
    return context.json({ signedURL: await signDownload(key, expiresIn) });
  });

  app.post('/object/sign/:bucket', async (context) => {
    const caller = await resolveCaller(context.req.raw);
    const { expiresIn, paths } = await readJson(context, signingMany);
    const bucket = context.req.param('bucket');
    const names = paths.map(checkName);
    const visible = await database.asCaller(caller, (transaction) =>
      findNames(transaction, bucket, names),
    );
    const signed = [];
    for (const name of names) {
      const entry = visible.has(name)
        ? { error: null, signedURL: await signDownload({ bucket, name }, expiresIn) }
        : { error: notVisible, signedURL: null };
      signed.push({ ...entry, path: name });
    }
    return context.json(signed);
  });

  app.get(`/object/sign/${objectPath}`, async (context) => {
    const key = getObjectKey(context);
    await verify(keys, 'storage-download', key, context.req.query('token'));
    return sendObject(files, context.req.raw, 'private', () => findObject(database.owner, key));
  });

  app.post(`/object/upload/sign/${objectPath}`, async (context) => {
    const key = getObjectKey(context);
    const caller = await resolveCaller(context.req.raw);
    await countUpload(database, caller, context.req.raw, anonymousUploadsPerHour);
    await requireBucket(database, key.bucket);
    const owner = getOwner(caller);
    const upsert = context.req.header('x-upsert') === 'true';
    await checkInsertPolicy(database, { ...key, caller, owner, replace: upsert });
    const url = `${key.bucket}/${key.name}`;
    const grant = { url, owner, upsert, isVisitor: isVisitor(caller) };
    const token = await sign(keys, 'storage-upload', grant, uploadLifetimeSeconds);
    return context.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
  });

  app.put(`/object/upload/sign/${objectPath}`, async (context) => {
    const key = getObjectKey(context);
    const grant = await verify(keys, 'storage-upload', key, context.req.query('token'));
    const caller = toUploader(grant, await isStillStaff(database, grant));
    await countUpload(database, caller, context.req.raw, anonymousUploadsPerHour);
    const upload = { ...key, caller, owner: grant.owner, replace: grant.upsert };
    return context.json(await storeUpload(storage, upload, context.req.raw));
  });
}

/**
 * Returns false for staff who were removed after they signed the upload. The secret key signs
 * without an owner.
 */
async function isStillStaff({ owner: database }: Database, { isVisitor, owner }: Claims) {
  if (isVisitor || owner === null) return !isVisitor;
  const row = await database
    .selectFrom('public.staff')
    .select('user_id')
    .where('user_id', '=', owner)
    .executeTakeFirst();
  return row !== undefined;
}

/** A visitor's upload is checked against the policies again, because its signature may be two hours old. */
function toUploader({ owner }: Claims, isStaff: boolean): Caller {
  if (isStaff) return { role: 'service_role', claims: {} };
  return owner
    ? { role: 'authenticated', claims: { sub: owner, role: 'authenticated' } }
    : { role: 'anon', claims: {} };
}

function sign(
  { signing }: Keys,
  audience: Audience,
  payload: Partial<Claims>,
  lifetimeSeconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(signing.privateKey);
}

/**
 * @throws HttpError 400 `InvalidJWT` if the token is missing, expired or forged, `InvalidSignature` if it is
 *   for another object or audience
 */
async function verify(
  { signing }: Keys,
  audience: Audience,
  { bucket, name }: ObjectKey,
  token: string | undefined,
): Promise<Claims> {
  try {
    const options = { algorithms: ['ES256'] };
    const { payload } = await jwtVerify(token ?? '', signing.publicKey, options);
    const grant = payload.aud === audience ? claims.safeParse(payload).data : undefined;
    if (grant?.url === `${bucket}/${name}`) return grant;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw storageError('InvalidJWT', error.message);
    if (error instanceof errors.JOSEError) throw storageError('InvalidJWT');
    throw error;
  }
  throw storageError('InvalidSignature');
}
