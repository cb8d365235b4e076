import type { Row } from './database.types.ts';
import { updateRow } from './one-row.ts';
import type { Client } from './supabase-context.ts';

export type MarketingConsent = Row<'marketing_consents'>;
/** The form of the consent. */
export type NewsSource = 'contact' | 'quote';

/** Stores a visitor's consent to news. A repeated one changes nothing. */
export async function insertMarketingConsent(
  client: Client,
  row: { email: string; wording: string; source: NewsSource },
): Promise<void> {
  await client.from('marketing_consents').insert(row).throwOnError();
}

/** The consents of one e-mail address, newest first, with those withdrawn. For staff. */
export async function listMarketingConsents(
  client: Client,
  email: string,
): Promise<MarketingConsent[]> {
  const { data } = await client
    .from('marketing_consents')
    .select('*')
    .eq('email', email.trim().toLowerCase())
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError();
  return data;
}

/** Withdraws a consent now and returns it. Throws RowNotFound if it is deleted. For staff. */
export function withdrawMarketingConsent(client: Client, id: string): Promise<MarketingConsent> {
  return updateRow(client, 'marketing_consents', id, { withdrawn_at: new Date().toISOString() });
}
