import type { Caller, Database, OwnerTransaction } from '#backend/database/database.ts';
import { bucketNotFound } from './refusal.ts';

/** What a bucket allows. */
export type Bucket = {
  id: string;
  public: boolean;
  /** Bytes. */
  maxBytes: number;
  allowedTypes: string[] | null;
};

/** Supabase's limit where a bucket sets none, in bytes. */
const defaultMaxBytes = 50 * 1024 * 1024;

/**
 * Reads a bucket's rules, whoever asks.
 *
 * @throws Refusal 404
 */
export async function requireBucket(database: Database, id: string): Promise<Bucket> {
  const row = await database.owner
    .selectFrom('storage.buckets')
    .select(['id', 'public', 'file_size_limit', 'allowed_mime_types'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw bucketNotFound();
  return {
    id: row.id,
    public: row.public,
    maxBytes: row.file_size_limit === null ? defaultMaxBytes : Number(row.file_size_limit),
    allowedTypes: row.allowed_mime_types,
  };
}

/** The buckets that the caller may see, by name. */
export async function listBuckets(database: Database, caller: Caller) {
  const rows = await database.asCaller(caller, (transaction) =>
    selectBuckets(transaction).orderBy('name').execute(),
  );
  return rows.map(presentBucket);
}

/**
 * One bucket, where the caller may see it.
 *
 * @throws Refusal 404
 */
export async function readBucket(database: Database, caller: Caller, id: string) {
  const row = await database.asCaller(caller, (transaction) =>
    selectBuckets(transaction).where('id', '=', id).executeTakeFirst(),
  );
  if (!row) throw bucketNotFound();
  return presentBucket(row);
}

function selectBuckets(transaction: OwnerTransaction) {
  return transaction.selectFrom('storage.buckets').selectAll();
}

type BucketRow = Awaited<ReturnType<ReturnType<typeof selectBuckets>['executeTakeFirstOrThrow']>>;

function presentBucket({ owner_id, file_size_limit, ...row }: BucketRow) {
  return {
    ...row,
    type: 'STANDARD',
    owner: owner_id ?? '',
    file_size_limit: file_size_limit === null ? null : Number(file_size_limit),
  };
}
