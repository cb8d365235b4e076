import { type ErasableRequest, eraseQuoteRequests, eraseRows } from './erasure.ts';
import { beginRetentionRun, finishRetentionRun, type RetentionCounts } from './retention-runs.ts';
import type { Client } from './supabase-context.ts';

const batchSize = 100;

/**
 * Deletes the enquiries that are older than the settings' retention, with their images and consents,
 * if a run is due and no other process has it.
 * @param client with the service key
 * @param now by this process's clock
 * @param signal aborts it between two batches; the run starts again an hour later
 * @param onError is called for each image that could not be deleted; its request stays
 * @returns the numbers of deleted rows; undefined if no run was due
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
    images: 0,
    errors: 0,
  };
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const requests = await oldRequests(client, before, after);
    const erased = await eraseQuoteRequests(client, requests);
    counts.quote_requests += erased.requests;
    counts.images += erased.pictures;
    counts.errors += requests.length - erased.requests;
    for (const { error } of erased.failed) onError(error);
    const last = requests.at(-1);
    if (!last) break;
    after = last.id;
  }
  await finishRetentionRun(client, run.id, counts);
  return counts;
}

/** In order of id, so that requests that can't be deleted are not read again. */
async function oldRequests(client: Client, before: string, after: string) {
  const query = client.from('quote_requests').select('id, inspiration_images');
  const { data } = await (after ? query.gt('id', after) : query)
    .lt('created_at', before)
    .order('id')
    .limit(batchSize)
    .throwOnError();
  return data satisfies ErasableRequest[];
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
