import type { SupabaseClient } from '@supabase/supabase-js';
import type { QuoteDraft } from '#app/features/quotes/quotes.ts';
import type { Database } from '#app/lib/database.types.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { addSentQuote } from '#tests/support/quotes.ts';
import { visitorClient } from './service.ts';
import { owner, type Site } from './site-process.ts';

/** Clients of the sites that this worker has signed in to: verifying a password is slow on purpose. */
const staffClients = new Map<string, SupabaseClient<Database>>();

/** A client with a session of the owner, who has set the HST number that quotes need. */
export async function getStaffClient(site: Site): Promise<SupabaseClient<Database>> {
  const client = staffClients.get(site.url) ?? visitorClient(site);
  // A test of another file may have ended the session.
  if ((await client.auth.getUser()).error) {
    const { error } = await client.auth.signInWithPassword(owner);
    if (error) throw error;
    staffClients.set(site.url, client);
  }
  const { data } = await client.from('quote_settings').select('id').throwOnError();
  if (data.length === 0)
    await client.from('quote_settings').insert({ legal_name: '' }).throwOnError();
  await client
    .from('tax_settings')
    .update({ hst_number: '12345 6789 RT0001' })
    .eq('hst_number', '')
    .throwOnError();
  return client;
}

/** A designed shed and an optional ramp for Dana Field. */
export const quoteWithOption: Partial<QuoteDraft> = {
  customer_name: 'Dana Field',
  customer_email: 'dana@example.com',
  content: newQuoteContent({
    design: newDesign(),
    items: [
      newQuoteItem(),
      newQuoteItem({
        ...{ id: 'ramp', description: 'Ramp of aluminium', unitCents: 10_000, optional: true },
      }),
    ],
  }),
};

/** Sends a quote without a browser; `token` is of its customer's page. */
export async function sendQuoteWithOption(site: Site, overrides: Partial<QuoteDraft> = {}) {
  const staff = await getStaffClient(site);
  const { id, token } = await addSentQuote({ staff }, { ...quoteWithOption, ...overrides });
  return { staff, id, token };
}
