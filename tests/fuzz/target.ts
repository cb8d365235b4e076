import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import type { FuzzTarget } from './run-cases.ts';

/** What nobody but staff may read; each stands in a row that is hidden by another rule. */
export const secrets = [
  'Secret-of-an-enquiry-4711',
  'Secret-of-a-draft-4711',
  'Secret-of-a-review-4711',
];
const [enquiry = '', draft = '', review = ''] = secrets;

/** Accounts, keys and the address of a running site or backend. */
export type FuzzSite = {
  url: string;
  publishableKey: string;
  secretKey: string;
  staff: { email: string; password: string };
  stranger: { email: string; password: string };
};

/** Puts rows there that must stay hidden, and signs the accounts in. */
export async function openTarget(
  site: FuzzSite,
): Promise<FuzzTarget & { service: SupabaseClient }> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const service = createClient(site.url, site.secretKey, options);
  await plantSecrets(service);
  const sessions = {
    staff: await keepSession(site, site.staff),
    stranger: await keepSession(site, site.stranger),
  };
  const apikey = site.publishableKey;
  return {
    url: site.url,
    service,
    secrets,
    credentials: async (caller): Promise<Record<string, string>> => {
      if (caller === 'nobody') return {};
      if (caller === 'anon') return { apikey };
      if (caller === 'forged')
        return {
          apikey,
          authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
        };
      return { apikey, authorization: `Bearer ${await sessions[caller]()}` };
    },
  };
}

/** Rows with a secret in each; fuzzing as staff may have removed those of before. */
export async function plantSecrets(service: SupabaseClient): Promise<void> {
  const row = { is_approved: false, is_featured: true, rating: 5, customer_name: 'Ann' };
  const post = { author: 'Ann', is_published: false, slug: `draft-${crypto.randomUUID()}` };
  await service
    .from('contact_submissions')
    .insert(newContactMessage({ message: enquiry }))
    .throwOnError();
  await service
    .from('quote_requests')
    .insert(newQuoteRequest({ description: enquiry }))
    .throwOnError();
  await service
    .from('reviews')
    .insert({ ...row, review_text: review })
    .throwOnError();
  await service
    .from('blog_posts')
    .insert({ ...post, title: draft, content: draft })
    .throwOnError();
}

/** Tells the access token, of a new session where something has ended the last one. */
async function keepSession(
  site: FuzzSite,
  account: FuzzSite['staff'],
): Promise<() => Promise<string>> {
  const signIn = async () => {
    const response = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    const body = (await response.json()) as { access_token?: string };
    if (!body.access_token)
      throw new Error(`${account.email} could not sign in: ${JSON.stringify(body)}`);
    return { token: body.access_token, asked: 0 };
  };
  let session = signIn();
  return async () => {
    const current = await session;
    current.asked += 1;
    if (current.asked % 400 === 0) {
      const headers = { apikey: site.publishableKey, authorization: `Bearer ${current.token}` };
      const known = await fetch(`${site.url}/auth/v1/user`, { headers });
      await known.body?.cancel();
      if (!known.ok) session = signIn();
    }
    return (await session).token;
  };
}
