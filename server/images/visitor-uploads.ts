import { sql } from 'kysely';
import { imageLimits, unsentUploadHours } from '#app/lib/limits.ts';
import type { Database } from '#backend/database/database.ts';
import { errorResponse, toHttpError } from '#backend/storage/errors.ts';
import { discardFile, type Stores } from '#backend/storage/files.ts';
import { reencodeVisitorImage } from '#backend/storage/process-upload.ts';

const batchSize = 200;

export async function setVisitorStorageLimit({ owner }: Database, maxBytes: number): Promise<void> {
  await sql`insert into private.visitor_storage as stored (max_bytes) values (${maxBytes}::bigint)
    on conflict (id) do update set max_bytes = excluded.max_bytes
    where stored.max_bytes <> excluded.max_bytes`.execute(owner);
}

/**
 * Deletes images of visitors, quotes and orders that are older than 48 hours and that no request,
 * quote, review, content or restorable record references. In the hour after a jump of the clock it deletes
 * nothing.
 */
export async function removeUnusedUploads(
  stores: Stores,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { database, logger } = stores;
  try {
    if (!(await beginDailySweep(database))) return;
    let removed = 0;
    for (;;) {
      signal?.throwIfAborted();
      const versions = await deleteBatch(database, now);
      for (const version of versions) await discardFile(stores, version);
      removed += versions.length;
      if (versions.length < batchSize) break;
    }
    await sql`select public.finish_daily_sweep()`.execute(database.owner);
    if (removed > 0) logger.info({ removed }, 'Unreferenced uploads deleted');
  } catch (error) {
    if (!signal?.aborted) {
      logger.error({ error }, 'Unreferenced upload deletion failed');
    }
    await sql`update private.visitor_storage set swept_at = null`
      .execute(database.owner)
      .catch(() => undefined);
  }
}

/**
 * Keeps new requests, quotes and stages from referencing the images until the transaction ends. It holds no lock
 * while it waits for another, for up to five seconds, since staff and customers write to these tables in any order.
 */
const lockReferences = sql`do $$
  begin
    for attempt in 1..50 loop
      begin
        lock table public.quote_requests, public.quotes, public.quote_stages, public.quote_templates, public.reviews
          in share mode nowait;
        return;
      exception when lock_not_available then
        perform pg_sleep(0.1);
      end;
    end loop;
    raise lock_not_available using message = 'The tables that reference images stay locked';
  end
  $$`;

async function beginDailySweep({ owner }: Database): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select public.begin_daily_sweep() as begun`.execute(owner);
  return rows[0]?.begun === true;
}

const listUnused = (now: Date, among: string[] | null) =>
  sql`public.list_unused_uploads(${now}::timestamptz, ${unsentUploadHours}::integer,
    ${batchSize}::integer, ${among}::text[])`;

async function deleteBatch({ owner }: Database, now: Date): Promise<string[]> {
  const { rows: found } = await sql<{ paths: string[] }>`
    select ${listUnused(now, null)} as paths`.execute(owner);
  const paths = found[0]?.paths ?? [];
  if (paths.length === 0) return [];
  return owner.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '5s'`.execute(transaction);
    await lockReferences.execute(transaction);
    const { rows } = await sql<{ version: string }>`
      delete from storage.objects as image
      where image.bucket_id = 'images' and image.name in (select unnest(${listUnused(now, paths)}))
      returning image.version`.execute(transaction);
    return rows.map(({ version }) => version);
  });
}

/** Re-encodes images before they are uploaded to the hosted platform, which would store their location data. */
export function reencodeUploads(send: typeof fetch, network: string): typeof fetch {
  return async (input, init) => {
    // storage-js puts the file under an empty name.
    const file = init?.body instanceof FormData ? init.body.get('') : null;
    if (!(file instanceof File)) return send(input, init);
    const form = new FormData();
    try {
      const source = new Uint8Array(await file.arrayBuffer());
      const sender = { network, signal: init?.signal ?? new AbortController().signal };
      const { bytes, mimetype } = await reencodeVisitorImage(source, sender, imageLimits.bytes);
      form.set('cacheControl', '3600');
      form.set('', new File([new Uint8Array(bytes)], file.name, { type: mimetype }));
    } catch (error) {
      return errorResponse(toHttpError(error));
    }
    return send(input, { ...init, body: form });
  };
}
