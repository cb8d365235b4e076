import type { Client } from '#app/lib/client.ts';
import { updateRow } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';

type MarketingConsent = Row<'marketing_consents'>;

/** Lists the consents of an email address, newest first. */
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

/** @throws RowNotFound if it is deleted */
export function withdrawMarketingConsent(client: Client, id: string): Promise<MarketingConsent> {
  return updateRow(client, 'marketing_consents', id, { withdrawn_at: new Date().toISOString() });
}
