import { z } from '#app/domain/zod.ts';
import type { Row } from './database.types.ts';
import type { Client } from './supabase-context.ts';

export type RetentionRun = Row<'retention_runs'>;
/** The numbers of deleted rows and images, and of requests that could not be deleted. */
export type RetentionCounts = Pick<
  RetentionRun,
  'quote_requests' | 'contact_submissions' | 'marketing_consents' | 'images' | 'errors'
>;

const begun = z.object({ id: z.uuid(), removed_before: z.string() }).nullable();

/** The latest run. For staff. */
export async function readLastRetentionRun(client: Client): Promise<RetentionRun | undefined> {
  const { data } = await client
    .from('retention_runs')
    .select('*')
    .order('started_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0];
}

/**
 * Begins a run if one is due and no other process has it.
 * @param client with the service key
 * @param now by this process's clock
 * @returns its id and the cutoff (ISO 8601); null if none is due
 */
export async function beginRetentionRun(client: Client, now: Date) {
  const { data } = await client
    .rpc('begin_retention_run', { caller_clock: now.toISOString() })
    .throwOnError();
  return begun.parse(data);
}

/** Stores the counts of a run and ends it. With the service key. */
export async function finishRetentionRun(
  client: Client,
  id: string,
  counts: RetentionCounts,
): Promise<void> {
  await client.from('retention_runs').update(counts).eq('id', id).throwOnError();
}
