import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from '#backend/database/database.ts';
import { requireBucket } from './buckets.ts';
import { checkAllowed } from './content-type.ts';
import { checkName } from './object-name.ts';
import {
  findObject,
  type ObjectAddress,
  type ObjectRow,
  ownerOf,
  renameObject,
} from './objects.ts';
import { objectNotFound, refusalOf, tooLarge } from './refusal.ts';
import type { Stores } from './stores.ts';
import { commit, rehearse } from './upload.ts';

/** The body of a move or a copy. */
export const relocation = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().optional(),
});

/** Checks both names of a move or a copy. */
export function readRelocation(body: z.infer<typeof relocation>): {
  from: ObjectAddress;
  to: ObjectAddress;
} {
  return {
    from: { bucket: body.bucketId, name: checkName(body.sourceKey) },
    to: { bucket: body.destinationBucket ?? body.bucketId, name: checkName(body.destinationKey) },
  };
}

/**
 * Gives an object another name; its file stays where it is.
 *
 * @throws Refusal 403, 404, 409, 413 or 415
 */
export async function moveObject(
  { database }: Stores,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
) {
  try {
    const object = await requireObject({ database }, caller, from);
    await checkFits({ database }, object, to);
    const id = await database.asCaller(caller, (transaction) =>
      renameObject(transaction, from, to),
    );
    if (!id) throw objectNotFound();
    return { message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` };
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Copies an object with its file; never over another one.
 *
 * @throws Refusal 403, 404, 409, 413 or 415
 */
export async function copyObject(
  stores: Stores,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
) {
  const { files } = stores;
  const upload = { ...to, caller, owner: ownerOf(caller), replace: false };
  const object = await requireObject(stores, caller, from);
  await checkFits(stores, object, to);
  await rehearse(stores.database, upload);
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

/**
 * The object, where the caller may see it.
 *
 * @throws Refusal 404
 */
export async function requireObject(
  { database }: Pick<Stores, 'database'>,
  caller: Caller,
  address: ObjectAddress,
): Promise<ObjectRow> {
  const object = await database.asCaller(caller, (transaction) => findObject(transaction, address));
  if (!object) throw objectNotFound();
  return object;
}

/** In another bucket, another size and other types may be allowed. */
async function checkFits(
  { database }: Pick<Stores, 'database'>,
  { metadata }: ObjectRow,
  to: ObjectAddress,
) {
  const bucket = await requireBucket(database, to.bucket);
  if (metadata.size > bucket.maxBytes) throw tooLarge();
  checkAllowed(metadata.mimetype, bucket.allowedTypes);
}
