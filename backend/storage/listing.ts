import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller, Database } from '#backend/database/database.ts';
import type { ObjectMetadata } from './objects.ts';

/** What to list, with storage-js's defaults. */
export const listing = z.object({
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

/** A file, or a folder where `id` is null. */
export type ListedEntry = {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: ObjectMetadata | null;
};

/**
 * Lists the files and folders directly below a prefix that the caller may see, folders first, with
 * names relative to it. `search` keeps the names that start with it, whatever their case.
 */
export async function listObjects(
  database: Database,
  caller: Caller,
  bucket: string,
  { prefix, search, limit, offset, sortBy }: z.infer<typeof listing>,
): Promise<ListedEntry[]> {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const column = sql.ref(sortBy.column);
  const direction = sql.raw(sortBy.order);
  const { rows } = await database.asCaller(caller, (transaction) =>
    sql<ListedEntry>`
      with inside as (
        select substr(name, length(${folder}::text) + 1) as rest, id, updated_at, created_at,
          last_accessed_at, metadata
        from storage.objects
        where bucket_id = ${bucket}::text and starts_with(name, ${folder}::text)
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
