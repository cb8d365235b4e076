import { pruneAuditEntries } from '#app/features/audit/audit-log.ts';
import { pruneDeletedRecords } from '#app/features/privacy/deleted-records.ts';
import {
  type RetentionCounts,
  removeOldEnquiries,
  removeUnusedUploads,
} from '#app/features/privacy/retention.ts';
import type { Client } from '#app/lib/client.ts';

type Expired = {
  /** Entries of the activity log. */
  entries: number;
  /** Undefined if they are not due. */
  enquiries: RetentionCounts | undefined;
  uploads: number;
};

/**
 * Deletes what has expired on hosted Supabase, where no process of the website has the secret key: once a day by the
 * database's clock, and not in the hour after it has jumped ahead. An interrupted run is repeated an hour later.
 * @param client with the service key
 * @param now by this process's clock
 * @param onError is called for each image that could not be deleted
 * @returns undefined if it isn't due
 */
export async function removeExpiredDaily(
  client: Client,
  now: Date,
  onError: (error: unknown) => void,
): Promise<Expired | undefined> {
  const { data: isDue } = await client.rpc('begin_daily_sweep').throwOnError();
  if (!isDue) return undefined;
  const expired = await removeExpired(client, now, onError);
  const uploads = await removeUnusedUploads(client, now);
  await client.rpc('finish_daily_sweep').throwOnError();
  return { ...expired, uploads };
}

/** Deletes what has expired in tables, with the images of enquiries; see `removeExpiredDaily`. */
export async function removeExpired(
  client: Client,
  now: Date,
  onError: (error: unknown) => void,
): Promise<Omit<Expired, 'uploads'>> {
  const entries = await pruneAuditEntries(client, now);
  await pruneDeletedRecords(client, now);
  const { signal } = new AbortController();
  return { entries, enquiries: await removeOldEnquiries(client, now, signal, onError) };
}
