import type { InboxTable } from './inbox.ts';
import type { Client } from './supabase-context.ts';

/** A row of an inbox, as far as it has to be known to be new. */
export type Arrival = { id: string; created_at: string };

/**
 * A row's created_at is when its transaction began, so that one may appear a little after a newer
 * one: each look goes back by as many milliseconds.
 */
const overlap = 60_000;
const most = 1000;

/** The newest row of an inbox, null where it is empty. For staff. */
export async function readNewest(client: Client, table: InboxTable): Promise<Arrival | null> {
  const { data } = await client
    .from(table)
    .select('id, created_at')
    .eq('is_spam', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(1)
    .throwOnError();
  return data[0] ?? null;
}

/**
 * The rows that came shortly before, with and after one, newest first, a thousand at most. For
 * staff.
 */
export async function readSince(
  client: Client,
  table: InboxTable,
  newest: Arrival | null,
): Promise<Arrival[]> {
  const since = newest ? Date.parse(newest.created_at) - overlap : 0;
  const { data } = await client
    .from(table)
    .select('id, created_at')
    .eq('is_spam', false)
    .gte('created_at', new Date(since).toISOString())
    .order('created_at', { ascending: false })
    .order('id')
    .limit(most)
    .throwOnError();
  return data;
}
