import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';
import { unsentUploadHours } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod.ts';
import { removeOldDeletedRecords } from './deleted-records.ts';
import { type ErasableRequest, eraseQuoteRequests, eraseRows } from './erasure.ts';

const batchSize = 100;

/** Deletes images of visitors, quotes and orders that nothing references after 48 hours; returns their number. */
export async function removeUnusedUploads(client: Client, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const { data: paths } = await client
      .rpc('list_unused_uploads', {
        ...{ caller_clock: now.toISOString(), min_hours: unsentUploadHours, max_paths: batchSize },
      })
      .throwOnError();
    if (paths.length === 0) return removed;
    const { data, error } = await client.storage.from('images').remove(paths);
    if (error) throw error;
    removed += data.length;
    // Files that can't be deleted must not loop forever.
    if (data.length === 0) return removed;
  }
}

/**
 * Deletes enquiries older than the settings' retention, with their images and consents, and erases the
 * customers of quotes that are as old, if a run is due.
 * @param client with the service key
 * @param now by this process's clock
 * @param signal aborts between two batches; the run starts again an hour later
 * @param onError is called for each image that could not be deleted; its request stays
 */
export async function removeOldEnquiries(
  client: Client,
  now: Date,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<RetentionCounts | undefined> {
  const run = await beginRetentionRun(client, now);
  if (!run) return undefined;
  const before = run.removed_before;
  const counts: RetentionCounts = {
    quote_requests: 0,
    contact_submissions: await removeOldRows(client, 'contact_submissions', before),
    marketing_consents: await removeOldRows(client, 'marketing_consents', before),
    quotes: await eraseOldQuotes(client, before),
    images: 0,
    errors: 0,
  };
  await removeOldDeletedRecords(client, before);
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const requests = await readOldRequests(client, before, after);
    const erased = await eraseQuoteRequests(client, requests);
    counts.quote_requests += erased.requests;
    counts.images += erased.images;
    counts.errors += requests.length - erased.requests;
    for (const { error } of erased.failed) onError(error);
    const last = requests.at(-1);
    if (!last) break;
    after = last.id;
  }
  await finishRetentionRun(client, run.id, counts);
  return counts;
}

async function readOldRequests(client: Client, before: string, after: string) {
  const query = client.from('quote_requests').select('id, inspiration_images');
  const { data } = await (after ? query.gt('id', after) : query)
    .lt('created_at', before)
    .order('id')
    .limit(batchSize)
    .throwOnError();
  return data satisfies ErasableRequest[];
}

/** Erases the customers of old quotes; accepted ones stay as long as bookkeeping requires. */
async function eraseOldQuotes(client: Client, before: string): Promise<number> {
  let erased = 0;
  for (;;) {
    const { data } = await client
      .rpc('erase_old_quotes', { removed_before: before })
      .throwOnError();
    if (data === 0) return erased;
    erased += data;
  }
}

async function removeOldRows(
  client: Client,
  table: 'contact_submissions' | 'marketing_consents',
  before: string,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { data } = await client
      .from(table)
      .select('id')
      .lt('created_at', before)
      .order('created_at')
      .order('id')
      .limit(batchSize)
      .throwOnError();
    if (data.length === 0) return removed;
    const ids = data.map(({ id }) => id);
    const erased = await eraseRows(client, table, ids);
    // Another process may have deleted them; rows that can't be deleted must not loop forever.
    if (erased === 0) return removed;
    removed += erased;
  }
}

type RetentionRun = Row<'retention_runs'>;
export type RetentionCounts = Pick<
  RetentionRun,
  'quote_requests' | 'contact_submissions' | 'marketing_consents' | 'quotes' | 'images' | 'errors'
>;

const begun = z.object({ id: z.uuid(), removed_before: z.string() }).nullable();

/**
 * Begins a run if one is due and no other process has it; returns its id and the cutoff (ISO 8601).
 */
async function beginRetentionRun(client: Client, now: Date) {
  const { data } = await client
    .rpc('begin_retention_run', { caller_clock: now.toISOString() })
    .throwOnError();
  return begun.parse(data);
}

async function finishRetentionRun(
  client: Client,
  id: string,
  counts: RetentionCounts,
): Promise<void> {
  await client.from('retention_runs').update(counts).eq('id', id).throwOnError();
}
