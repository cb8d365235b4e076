import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';
import { insertOnlyRow, updateAsRead, type Written } from './one-row.ts';
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
export type SettingsColumns = Written<'business_settings'>;

/**
 * Adds the row about the business and returns it. Throws RowChanged with the stored one where
 * somebody was faster: there is one row.
 */
export function insertSettings(client: Client, row: SettingsColumns): Promise<BusinessSettings> {
  return insertOnlyRow(client, 'business_settings', row);
}

/**
 * Changes the row about the business where it still is as it was read, and returns it. Throws
 * RowChanged where somebody has saved it since, RowNotFound where it is gone.
 */
export function updateSettings(
  client: Client,
  read: Version,
  change: Partial<SettingsColumns>,
): Promise<BusinessSettings> {
  return updateAsRead(client, 'business_settings', read, change);
}
