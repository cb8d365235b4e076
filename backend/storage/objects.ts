import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller, Database, OwnerTransaction } from '#backend/database/database.ts';
import { storageError } from './errors.ts';

export type ObjectKey = { bucket: string; name: string };

/** An object's metadata, with Supabase's field names. */
type ObjectMetadata = {
  /** In quotes, as in the ETag header. */
  eTag: string;
  /** Bytes. */
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** A row to be written; `version` is the key of its file. */
export type NewObject = ObjectKey & {
  version: string;
  metadata: ObjectMetadata;
  userMetadata: Record<string, unknown> | null;
  owner: string | null;
};

/** Completes the metadata of a newly written file. */
export function createMetadata(
  file: Pick<ObjectMetadata, 'eTag' | 'size' | 'mimetype' | 'cacheControl'>,
): ObjectMetadata {
  const lastModified = new Date().toISOString();
  return { ...file, lastModified, contentLength: file.size, httpStatusCode: 200 };
}

/** Returns the account that will own an object created by this caller. */
export function getOwner({ claims }: Caller): string | null {
  return typeof claims.sub === 'string' ? claims.sub : null;
}

/**
 * Inserts an object's row, or with `replace` updates an existing one. Inserting must need only the
 * insert privilege, so it reads nothing back.
 *
 * @returns the row's id, and the key of the file that it no longer points to
 */
export async function saveObject(
  transaction: OwnerTransaction,
  object: NewObject,
  { replace }: { replace: boolean },
): Promise<{ id: string; replacedVersion: string | undefined }> {
  const { bucket, name, version, owner } = object;
  const values = {
    version,
    metadata: JSON.stringify(object.metadata),
    user_metadata: object.userMetadata,
    owner_id: owner,
  };
  const id = randomUUID();
  const insert = transaction
    .insertInto('storage.objects')
    .values({ id, bucket_id: bucket, name, ...values });
  // One writer at a time for each name, so that every replaced file is found.
  const lockName = `${bucket}/${name}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}::text, 0))`.execute(
    transaction,
  );
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
        .doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: saved.id, replacedVersion: previous?.version };
}

/** The object's row, if the transaction's role may see it. */
export async function findObject(
  transaction: Pick<OwnerTransaction, 'selectFrom'>,
  { bucket, name }: ObjectKey,
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

/**
 * The object's row.
 *
 * @throws HttpError 404 if the caller may not see it
 */
export async function requireObject(
  database: Database,
  caller: Caller,
  key: ObjectKey,
): Promise<ObjectRow> {
  const object = await database.asCaller(caller, (transaction) => findObject(transaction, key));
  if (!object) throw storageError('NoSuchKey');
  return object;
}

/** Returns those of the names that exist in the bucket and that the transaction's role may see. */
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

/** Options of a list, with storage-js's defaults. */
export const listOptions = z.object({
  prefix: z.string().max(1024).default(''),
  search: z.string().max(1024).default(''),
  limit: z.int().min(1).max(100_000).default(100),
  offset: z.int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});

/** A file, or a folder if `id` is null. */
type ListedObject = {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: ObjectMetadata | null;
};

/**
 * Lists the files and folders directly below a prefix that the caller may see, folders first, with
 * names relative to it. `search` filters by the beginning of the name. Both ignore case.
 */
export async function listObjects(
  database: Database,
  caller: Caller,
  bucket: string,
  { prefix, search, limit, offset, sortBy }: z.infer<typeof listOptions>,
): Promise<ListedObject[]> {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const column = sql.ref(sortBy.column);
  const direction = sql.raw(sortBy.order);
  const { rows } = await database.asCaller(caller, (transaction) =>
    sql<ListedObject>`
      with inside as (
        select substr(name, length(${folder}::text) + 1) as rest, id, updated_at, created_at,
          last_accessed_at, metadata
        from storage.objects
        where bucket_id = ${bucket}::text and starts_with(lower(name), lower(${folder}::text))
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata
        from inside where strpos(rest, '/') = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
          null::timestamptz, null::jsonb
        from inside where strpos(rest, '/') > 0
      )
      select name, id, updated_at, created_at, last_accessed_at, metadata from (
        select *, name collate "C" as sort_name from entries
        where starts_with(lower(name), lower(${search}::text))
      ) as found
      order by id is not null, ${sortBy.column === 'name' ? sql`sort_name` : column} ${direction},
        sort_name
      limit ${limit}::integer offset ${offset}::integer`.execute(transaction),
  );
  return rows;
}
