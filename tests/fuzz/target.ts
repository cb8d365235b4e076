import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import type { FuzzTarget } from './run-cases.ts';

/** Texts that only staff may read, each in a row that another rule hides. */
export const secrets = [
  'Secret-of-an-enquiry-4711',
  'Secret-of-a-draft-4711',
  'Secret-of-a-review-4711',
];
const [enquiry = '', draft = '', review = ''] = secrets;

/** Accounts, keys and the URL of a running site or backend. */
type FuzzSite = {
  url: string;
  publishableKey: string;
  secretKey: string;
  staff: { email: string; password: string };
  stranger: { email: string; password: string };
};

/** Inserts rows that must stay hidden, and signs the accounts in. */
export async function openTarget(
  site: FuzzSite,
): Promise<FuzzTarget & { service: SupabaseClient }> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const service = createClient(site.url, site.secretKey, options);
  await insertSecrets(service);
  const sessions = {
    staff: await createTokenSource(site, site.staff),
    stranger: await createTokenSource(site, site.stranger),
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

/** Inserts rows with secrets; fuzzing as staff may have deleted earlier ones. */
export async function insertSecrets(service: SupabaseClient): Promise<void> {
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

/** Returns a function for the access token, which signs in again if the session has ended. */
async function createTokenSource(
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
    return { token: body.access_token, uses: 0 };
  };
  let session = signIn();
  return async () => {
    const current = await session;
    current.uses += 1;
    if (current.uses % 400 === 0) {
      const headers = { apikey: site.publishableKey, authorization: `Bearer ${current.token}` };
      const known = await fetch(`${site.url}/auth/v1/user`, { headers });
      await known.body?.cancel();
      if (!known.ok) session = signIn();
    }
    return (await session).token;
  };
}
