import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/lib/database.types.ts';

const tables = ['shed_listings', 'blog_posts', 'past_projects', 'reviews'] as const;
type Client = SupabaseClient<Database>;

/** The demonstration content has no enquiries; this is about a month's. */
const firstEnquiries = 100;

/**
 * Multiplies the demonstration content: older copies of its sheds, posts, projects and reviews, and
 * quote requests.
 *
 * @param now the present factor
 * @returns the number of rows of each table
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
    const copies = Array.from({ length: factor - now }, (_, n) => copyRows(first, now + n)).flat();
    await insertRows(client, table, copies);
    counts[table] = await count(client, table);
  }
  const enquiries = createQuoteRequests(firstEnquiries * (factor - now) || firstEnquiries);
  await insertRows(client, 'quote_requests', enquiries);
  counts.quote_requests = await count(client, 'quote_requests');
  return counts;
}

type Original = {
  id: string;
  created_at: string;
  slug?: string;
  size_group?: string;
  floor_area?: number;
};

function copyRows(rows: Original[], round: number): Original[] {
  return rows.map(({ size_group: _group, floor_area: _area, ...row }, index) => ({
    ...row,
    id: `9${row.id.slice(1, 8)}-${String(round).padStart(4, '0')}-4000-8000-${String(index).padStart(12, '0')}`,
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

/** Inserts rows through the table interface, a hundred per request, which takes 1 MiB at most. */
export async function insertRows(client: SupabaseClient, table: string, rows: object[]) {
  for (let start = 0; start < rows.length; start += 100) {
    await client
      .from(table)
      .insert(rows.slice(start, start + 100))
      .throwOnError();
  }
}

const firstNames = 'Anna Ben Carla Dan Eva Finn Greta Hal Ida Jon Kay Leo Mia Ned Ola Pia'.split(
  ' ',
);
const lastNames = 'Miller Smith Tremblay Roy Singh Chen Baker Carter Dubois Evans Fraser'.split(
  ' ',
);
const words =
  'shed garage door roof lake window loft vinyl siding gravel concrete pad overhang timber cedar tractor mower storage workshop bench insulated electric panel slope driveway north permit township budget spring summer winter family cottage boat kayak snow load'.split(
    ' ',
  );

/** Creates quote requests, the same in each run, one every two hours until now. */
export function createQuoteRequests(count: number) {
  let state = 42;
  // Mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const text = (length: number) => Array.from({ length }, () => pick(words)).join(' ');
  const now = Date.now();

  return Array.from({ length: count }, (_, index) => {
    const first = pick(firstNames);
    const last = pick(lastNames);
    return {
      customer_name: `${first} ${last}`,
      email: `${first}.${last}.${index}@example.com`.toLowerCase(),
      phone: `705-555-${String(index % 10_000).padStart(4, '0')}`,
      project_type: pick(['Custom Shed', 'Garage Addition', 'Home Addition', 'Other']),
      material_type: pick(['Wood', 'Vinyl', 'Metal', null]),
      size: pick(['8x8', '10x12', '12x20', 'Other', null]),
      budget_range: pick(['Under $2,000', '$2,000 - $5,000', '$20,000 - $50,000', null]),
      description: text(30 + Math.floor(random() * 60)),
      custom_message: random() < 0.3 ? text(30) : null,
      status: random() < 0.8 ? 'responded' : 'pending',
      created_at: new Date(now - (count - index) * 7_200_000).toISOString(),
    };
  });
}
