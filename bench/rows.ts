import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import { inboxRows } from './inbox-rows.ts';
import { insertRows } from './insert-rows.ts';

const tables = ['shed_listings', 'blog_posts', 'past_projects', 'reviews'] as const;
type Client = SupabaseClient<Database>;

/**
 * Makes the demonstration content so many times as large: copies of its sheds, posts, projects and
 * reviews, each a little older than the one before, and as many enquiries as it began with, times
 * the factor.
 *
 * @param now how many times it is there already
 * @returns how many rows each table has then
 */
export async function growTo(
  client: Client,
  now: number,
  factor: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { data } = await client
      .from(table)
      .select('*')
      .order('created_at', { ascending: false })
      .throwOnError();
    const first = (data as Original[]).filter(({ id }) => !id.startsWith('9')).slice(0, 100);
    const copies = Array.from({ length: factor - now }, (_, n) => copiesOf(first, now + n)).flat();
    await insertRows(client, table, copies);
    counts[table] = await count(client, table);
  }
  const enquiries = inboxRows(enquiriesAtFirst * (factor - now) || enquiriesAtFirst);
  await insertRows(client, 'quote_requests', enquiries);
  counts.quote_requests = await count(client, 'quote_requests');
  return counts;
}

/** What the demonstration content leaves out, because they are nobody's: about a month's. */
const enquiriesAtFirst = 100;

type Original = { id: string; created_at: string; slug?: string; size_group?: string };

function copiesOf(rows: Original[], round: number): Original[] {
  return rows.map(({ size_group: _generated, ...row }, place) => ({
    ...row,
    id: `9${row.id.slice(1, 8)}-${String(round).padStart(4, '0')}-4000-8000-${String(place).padStart(12, '0')}`,
    created_at: new Date(Date.parse(row.created_at) - round * 86_400_000).toISOString(),
    ...(row.slug === undefined ? {} : { slug: `${row.slug}-${round}` }),
  }));
}

async function count(client: Client, table: string): Promise<number> {
  const { count } = await client
    .from(table as 'reviews')
    .select('*', { count: 'exact', head: true })
    .throwOnError();
  return count ?? 0;
}
