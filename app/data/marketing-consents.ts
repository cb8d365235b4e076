import type { Row } from './database.types.ts';
import { updateRow } from './one-row.ts';
import type { Client } from './supabase-context.ts';

/** What somebody has agreed to, when, and whether they took it back. */
export type MarketingConsent = Row<'marketing_consents'>;
/** The form that somebody has agreed on. */
export type NewsSource = 'contact' | 'quote';

/**
 * Keeps a visitor's consent to news; who and when the database adds. A second one changes nothing.
 */
export async function insertMarketingConsent(
  client: Client,
  row: { email: string; wording: string; source: NewsSource },
): Promise<void> {
  await client.from('marketing_consents').insert(row).throwOnError();
}

/** The consents of one e-mail address, newest first, the withdrawn ones too. For staff. */
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

/**
 * Notes that a consent was taken back, now, and returns it. Throws RowNotFound where it is gone.
 * For staff.
 */
export function withdrawMarketingConsent(client: Client, id: string): Promise<MarketingConsent> {
  return updateRow(client, 'marketing_consents', id, { withdrawn_at: new Date().toISOString() });
}
