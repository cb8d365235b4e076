import type { Row } from './database.types.ts';
import { touchedRow, type Version } from './errors.ts';
import { everyRow, rowsAfter } from './every-row.ts';
import type { Client } from './supabase-context.ts';
import { updateAsRead } from './update-as-read.ts';

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

export type ShedListing = Row<'shed_listings'>;
/** What staff write of a shed. */
export type ShedColumns = Omit<ShedListing, 'id' | 'created_at' | 'updated_at'>;

/** Every shed, active or not, newest first. For staff. */
export function listSheds(client: Client): Promise<ShedListing[]> {
  return everyRow((after, limit) => {
    const query = client.from('shed_listings').select('*', { count: 'exact' });
    return (after ? query.or(rowsAfter(after)) : query)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
  });
}

/** Adds a shed and returns it; a whole row, one that was deleted, comes back as it was. */
export async function insertShed(
  client: Client,
  row: ShedColumns | ShedListing,
): Promise<ShedListing> {
  const { data } = await client.from('shed_listings').insert(row).select().throwOnError();
  return touchedRow(data);
}

/**
 * Changes a shed that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateShed(
  client: Client,
  read: Version,
  change: ShedColumns,
): Promise<ShedListing> {
  return updateAsRead(client, 'shed_listings', read, change);
}

/** Shows a shed to visitors or keeps it from them, and returns it. Throws RowNotFound where it is gone. */
export async function setShedActive(
  client: Client,
  id: string,
  is_active: boolean,
): Promise<ShedListing> {
  const { data } = await client
    .from('shed_listings')
    .update({ is_active })
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data);
}

/** Deletes a shed and returns it. Throws RowNotFound where it is gone already. */
export async function deleteShed(client: Client, id: string): Promise<ShedListing> {
  const { data } = await client.from('shed_listings').delete().eq('id', id).select().throwOnError();
  return touchedRow(data);
}
