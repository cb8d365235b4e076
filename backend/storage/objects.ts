import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller, OwnerTransaction } from '#backend/database/database.ts';

/** Where an object stands. */
export type ObjectAddress = { bucket: string; name: string };

/** What storage knows about an object's file, with Supabase's names. */
export type ObjectMetadata = {
  /** In quotes, as the header has it. */
  eTag: string;
  /** Bytes. */
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** Completes the metadata of a file that is written now. */
export function metadataOf(
  file: Pick<ObjectMetadata, 'eTag' | 'size' | 'mimetype' | 'cacheControl'>,
): ObjectMetadata {
  const lastModified = new Date().toISOString();
  return { ...file, lastModified, contentLength: file.size, httpStatusCode: 200 };
}

/** A row to be written; `version` is the key of its file. */
export type NewObject = ObjectAddress & {
  version: string;
  metadata: ObjectMetadata;
  userMetadata: Record<string, unknown> | null;
  owner: string | null;
};

/** The account that an object made by this caller belongs to. */
export function ownerOf({ claims }: Caller): string | null {
  return typeof claims.sub === 'string' ? claims.sub : null;
}

/**
 * Adds an object's row, or with `replace` puts it in the place of the one that stands there.
 * Adding needs the right to insert and nothing else, so it reads nothing back.
 *
 * @returns the row's id, and the key of the file that it no longer points to
 */
export async function saveObject(
  transaction: OwnerTransaction,
  object: NewObject,
  { replace }: { replace: boolean },
): Promise<{ id: string; replacedVersion: string | undefined }> {
  const { bucket, name, version, owner } = object;
  const written = {
    version,
    metadata: JSON.stringify(object.metadata),
    user_metadata: object.userMetadata,
    owner_id: owner,
  };
  const id = randomUUID();
  const insert = transaction
    .insertInto('storage.objects')
    .values({ id, bucket_id: bucket, name, ...written });
  await lockName(transaction, object);
  if (!replace) {
    await insert.execute();
    return { id, replacedVersion: undefined };
  }
  const previous = await transaction
    .selectFrom('storage.objects')
    .select('version')
    .where('bucket_id', '=', bucket)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  const saved = await insert
    .onConflict((conflict) =>
      conflict
        .columns(['bucket_id', 'name'])
        .doUpdateSet({ ...written, updated_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: saved.id, replacedVersion: previous?.version };
}

/** One writer at a time for one name, so that no replaced file is overlooked. */
async function lockName(transaction: OwnerTransaction, { bucket, name }: ObjectAddress) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${name}`}::text, 0))`.execute(
    transaction,
  );
}

/** The object's row, where the transaction's role may see it. */
export async function findObject(
  transaction: Pick<OwnerTransaction, 'selectFrom'>,
  { bucket, name }: ObjectAddress,
) {
  const row = await transaction
    .selectFrom('storage.objects')
    .selectAll()
    .where('bucket_id', '=', bucket)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { ...row, metadata: row.metadata as unknown as ObjectMetadata };
}

export type ObjectRow = NonNullable<Awaited<ReturnType<typeof findObject>>>;

/** Those of the names that stand in the bucket, where the transaction's role may see them. */
export async function findNames(
  transaction: OwnerTransaction,
  bucket: string,
  names: string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('storage.objects')
    .select('name')
    .where('bucket_id', '=', bucket)
    .where('name', 'in', names)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Gives an object another name or bucket; resolves to its id, or undefined where the role sees no such object. */
export async function renameObject(
  transaction: OwnerTransaction,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<string | undefined> {
  const row = await transaction
    .updateTable('storage.objects')
    .set({ bucket_id: to.bucket, name: to.name, updated_at: sql<Date>`now()` })
    .where('bucket_id', '=', from.bucket)
    .where('name', '=', from.name)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Removes the rows that the transaction's role may remove, and resolves to them. */
export function deleteObjects(transaction: OwnerTransaction, bucket: string, names: string[]) {
  return transaction
    .deleteFrom('storage.objects')
    .where('bucket_id', '=', bucket)
    .where('name', 'in', names)
    .returningAll()
    .execute();
}
