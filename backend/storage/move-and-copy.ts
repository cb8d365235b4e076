import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller, Database } from '#backend/database/database.ts';
import { requireBucket } from './buckets.ts';
import { storageError } from './errors.ts';
import type { Stores } from './files.ts';
import { getOwner, type ObjectKey, type ObjectRow, requireObject } from './objects.ts';
import { requireAllowedType } from './process-upload.ts';
import { checkName } from './request.ts';
import { checkInsertPolicy, commit } from './upload.ts';

/** The body of a move or a copy. */
export const sourceAndDestination = z
  .object({
    bucketId: z.string(),
    sourceKey: z.string(),
    destinationKey: z.string(),
    destinationBucket: z.string().optional(),
  })
  .transform(({ bucketId, sourceKey, destinationKey, destinationBucket = bucketId }) => ({
    from: { bucket: bucketId, name: sourceKey },
    to: { bucket: destinationBucket, name: destinationKey },
  }));

type SourceAndDestination = z.infer<typeof sourceAndDestination>;

/**
 * Renames an object, or moves it to another bucket. Its file stays where it is.
 *
 * @throws HttpError 400, 403, 404, 409, 413 or 415
 */
export async function moveObject(
  { database }: Stores,
  caller: Caller,
  { from, to }: SourceAndDestination,
) {
  await requireMovable(database, caller, from, to);
  const row = await database.asCaller(caller, (transaction) =>
    transaction
      .updateTable('storage.objects')
      .set({ bucket_id: to.bucket, name: to.name, updated_at: sql<Date>`now()` })
      .where('bucket_id', '=', from.bucket)
      .where('name', '=', from.name)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!row) throw storageError('NoSuchKey');
  return { message: 'Successfully moved', Id: row.id, Key: `${to.bucket}/${to.name}` };
}

/**
 * Copies an object with its file, never over an existing object.
 *
 * @throws HttpError 400, 403, 404, 409, 413 or 415
 */
export async function copyObject(
  stores: Stores,
  caller: Caller,
  { from, to }: SourceAndDestination,
) {
  const { database, files } = stores;
  const upload = { ...to, caller, owner: getOwner(caller), replace: false };
  const object = await requireMovable(database, caller, from, to);
  await checkInsertPolicy(database, upload);
  const version = randomUUID();
  const { size } = object.metadata;
  await files.write(version, await files.read(object.version), { maxBytes: size });
  return commit(stores, upload, {
    ...to,
    owner: upload.owner,
    version,
    userMetadata: object.user_metadata,
    metadata: { ...object.metadata, lastModified: new Date().toISOString() },
  });
}

/** Another bucket may have other limits of size and type. */
async function requireMovable(
  database: Database,
  caller: Caller,
  from: ObjectKey,
  to: ObjectKey,
): Promise<ObjectRow> {
  for (const { name } of [from, to]) checkName(name);
  const object = await requireObject(database, caller, from);
  const bucket = await requireBucket(database, to.bucket);
  if (object.metadata.size > bucket.maxBytes) throw storageError('EntityTooLarge');
  requireAllowedType(object.metadata.mimetype, bucket.allowedTypes);
  return object;
}
