import type { Row } from './database.types.ts';
import { isTaken, RowChanged, touchedRow, updatedRow, type Version } from './errors.ts';
import type { Client } from './supabase-context.ts';

/** The one row about the business, null where there is none yet. */
export async function readBusinessSettings(
  client: Client,
): Promise<Row<'business_settings'> | null> {
  const { data } = await client
    .from('business_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type BusinessSettings = Row<'business_settings'>;
/** What staff write about the business. */
export type SettingsColumns = Omit<BusinessSettings, 'id' | 'created_at' | 'updated_at'>;

/**
 * Adds the row about the business and returns it. Throws RowChanged with the stored one where
 * somebody was faster: there is one row.
 */
export async function insertSettings(
  client: Client,
  row: SettingsColumns,
): Promise<BusinessSettings> {
  const table = client.from('business_settings');
  const { data, error } = await table.insert(row).select();
  if (!error) return touchedRow(data);
  if (!isTaken(error)) throw error;
  const stored = await table.select('*').limit(1).throwOnError();
  throw new RowChanged(touchedRow(stored.data));
}

/**
 * Changes the row about the business where it still is as it was read, and returns it. Throws
 * RowChanged where somebody has saved it since, RowNotFound where it is gone.
 */
export async function updateSettings(
  client: Client,
  read: Version,
  change: SettingsColumns,
): Promise<BusinessSettings> {
  const table = client.from('business_settings');
  const { data } = await table
    .update(change)
    .eq('id', read.id)
    .eq('updated_at', read.updated_at)
    .select()
    .throwOnError();
  return updatedRow(data, () => table.select('*').eq('id', read.id).throwOnError());
}
