import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { parseTrustTexts, type TrustTexts } from './business-terms.ts';

/** Reads the single row of settings; null if none is stored. */
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

/** Reads what the business says of itself and of how an order comes about. */
export async function readTrustTexts(client: Client): Promise<TrustTexts> {
  const { data } = await client
    .from('business_settings')
    .select('trust_texts')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return parseTrustTexts(data?.trust_texts);
}

export type BusinessSettings = Row<'business_settings'>;
export type SettingsColumns = WritableColumns<'business_settings'>;

/** @throws RowChanged if there is one already */
export function insertSettings(client: Client, row: SettingsColumns): Promise<BusinessSettings> {
  return insertUniqueRow(client, 'business_settings', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateSettings(
  client: Client,
  read: Version,
  change: Partial<SettingsColumns>,
): Promise<BusinessSettings> {
  return updateUnchanged(client, 'business_settings', read, change);
}
