import type { InboxTable } from './inbox.ts';
import type { Client } from './supabase-context.ts';

type NewEnquiry = { id: string; created_at: string };

const overlapMs = 60_000;
const maxRows = 1000;

export async function readNewest(client: Client, table: InboxTable): Promise<NewEnquiry | null> {
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

export async function readSince(
  client: Client,
  table: InboxTable,
  newest: NewEnquiry | null,
): Promise<NewEnquiry[]> {
  const since = newest ? Date.parse(newest.created_at) - overlapMs : 0;
  const { data } = await client
    .from(table)
    .select('id, created_at')
    .eq('is_spam', false)
    .gte('created_at', new Date(since).toISOString())
    .order('created_at', { ascending: false })
    .order('id')
    .limit(maxRows)
    .throwOnError();
  return data;
}
