import { type ErasableRequest, eraseQuoteRequests, eraseRows } from './erasure.ts';
import { beginRetentionRun, finishRetentionRun, type RetentionCounts } from './retention-runs.ts';
import type { Client } from './supabase-context.ts';

const rowsAtOnce = 100;

/**
 * Removes the enquiries that are older than the settings keep them, with their pictures and
 * consents, where that is due and no other process is at it.
 * @param client with the service key
 * @param now by this process's clock
 * @param signal calls it off between two bites; it is begun again an hour later then
 * @param onFailure hears about each picture that could not be removed; its request stays
 * @returns what was removed; undefined where nothing was due
 */
export async function removeOldEnquiries(
  client: Client,
  now: Date,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
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
    for (const { error } of erased.failed) onFailure(error);
    const last = requests.at(-1);
    if (!last) break;
    after = last.id;
  }
  await finishRetentionRun(client, run.id, counts);
  return counts;
}

/** By their ids, so that what can't be removed is passed over and not asked for again. */
async function oldRequests(client: Client, before: string, after: string) {
  const query = client.from('quote_requests').select('id, inspiration_images');
  const { data } = await (after ? query.gt('id', after) : query)
    .lt('created_at', before)
    .order('id')
    .limit(rowsAtOnce)
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
      .limit(rowsAtOnce)
      .throwOnError();
    if (data.length === 0) return removed;
    const ids = data.map(({ id }) => id);
    const erased = await eraseRows(client, table, ids);
    // Somebody else may have been faster; what stays put must not be asked for for ever.
    if (erased === 0) return removed;
    removed += erased;
  }
}
