import type { Row } from './database.types.ts';
import { isTaken, RowChanged, touchedRow, type Version } from './errors.ts';
import type { Client } from './supabase-context.ts';
import { updateAsRead } from './update-as-read.ts';

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
  try {
    const { data } = await table.insert(row).select().throwOnError();
    return touchedRow(data);
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const stored = await table.select('*').limit(1).throwOnError();
  throw new RowChanged(touchedRow(stored.data));
}

/**
 * Changes the row about the business where it still is as it was read, and returns it. Throws
 * RowChanged where somebody has saved it since, RowNotFound where it is gone.
 */
export function updateSettings(
  client: Client,
  read: Version,
  change: SettingsColumns,
): Promise<BusinessSettings> {
  return updateAsRead(client, 'business_settings', read, change);
}
