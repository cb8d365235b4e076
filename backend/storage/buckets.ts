import type { Caller, Database } from '#backend/database/database.ts';
import { storageError } from './errors.ts';

/** The rules of a bucket. */
export type Bucket = {
  id: string;
  public: boolean;
  maxBytes: number;
  allowedTypes: string[] | null;
};

/** Supabase's limit for a bucket without one, in bytes. */
const defaultMaxBytes = 50 * 1024 * 1024;

/**
 * Reads a bucket's rules, for any caller.
 *
 * @throws HttpError 404
 */
export async function requireBucket({ owner }: Database, id: string): Promise<Bucket> {
  const row = await owner
    .selectFrom('storage.buckets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw storageError('NoSuchBucket');
  return {
    id: row.id,
    public: row.public,
    maxBytes: Number(row.file_size_limit ?? defaultMaxBytes),
    allowedTypes: row.allowed_mime_types,
  };
}

/** The buckets that the caller may see, or the one with this id, by name. */
export async function listBuckets(database: Database, caller: Caller, id?: string) {
  const rows = await database.asCaller(caller, (transaction) =>
    transaction
      .selectFrom('storage.buckets')
      .selectAll()
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('name')
      .execute(),
  );
  return rows.map(({ owner_id, file_size_limit, ...row }) => ({
    ...row,
    type: 'STANDARD',
    owner: owner_id ?? '',
    file_size_limit: file_size_limit === null ? null : Number(file_size_limit),
  }));
}
