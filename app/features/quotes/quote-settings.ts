import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, updateUnchanged, type WritableColumns } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';

export type QuoteSettings = Row<'quote_settings'>;
export type QuoteSettingsColumns = WritableColumns<'quote_settings'>;

export const defaultQuoteSettings: QuoteSettingsColumns = {
  legal_name: '',
  consent_sentence:
    'I have read this offer and accept it. I understand that my typed name is my electronic signature.',
  defaults: {},
  valid_days: null,
  reminder_days: [3, 7, 14],
  reminder_text: '',
  bookkeeping_years: 6,
};

export async function readQuoteSettings(client: Client): Promise<QuoteSettings | null> {
  const { data } = await client
    .from('quote_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

export function insertQuoteSettings(
  client: Client,
  columns: QuoteSettingsColumns,
): Promise<QuoteSettings> {
  return insertUniqueRow(client, 'quote_settings', columns);
}

/** @throws RowChanged if somebody has saved them since */
export function updateQuoteSettings(
  client: Client,
  read: Version,
  change: Partial<QuoteSettingsColumns>,
): Promise<QuoteSettings> {
  return updateUnchanged(client, 'quote_settings', read, change);
}
