import type { Row } from './database.types.ts';
import { everyRow, rowsAfter } from './every-row.ts';
import type { Client } from './supabase-context.ts';

/** Every active shed, the featured ones first, then the newest. */
export async function listActiveSheds(client: Client): Promise<Row<'shed_listings'>[]> {
  const sheds = await everyRow((after, limit) => {
    const query = client
      .from('shed_listings')
      .select('*', { count: 'exact' })
      .eq('is_active', true);
    return (after ? query.or(rowsAfter(after)) : query)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
  });
  return sheds.toSorted((one, other) => Number(other.is_featured) - Number(one.is_featured));
}

/** One active shed, null where the id is unknown, inactive or no id at all. */
export async function readActiveShed(
  client: Client,
  id: string,
): Promise<Row<'shed_listings'> | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const { data } = await client
    .from('shed_listings')
    .select('*')
    .eq('id', id)
    .eq('is_active', true)
    .maybeSingle()
    .throwOnError();
  return data;
}
