import type { Row } from './database.types.ts';
import { touchedRow } from './errors.ts';
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
 * Changes the row about the business, or adds it where there is none, and returns it.
 * @param id the row's, undefined where none is stored
 * @throws RowNotFound where the row with this id is gone
 */
export async function saveBusinessSettings(
  client: Client,
  id: string | undefined,
  columns: SettingsColumns,
): Promise<BusinessSettings> {
  const table = client.from('business_settings');
  const { data } = await (id === undefined
    ? table.insert(columns).select().throwOnError()
    : table.update(columns).eq('id', id).select().throwOnError());
  return touchedRow(data);
}
