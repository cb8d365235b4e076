import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { newContactMessage, newPost, newQuoteRequest, newReview } from '#tests/fixtures/rows.ts';
import { insertRows } from '#tests/support/backend.ts';
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

const options = { auth: { persistSession: false, autoRefreshToken: false } };

/** Inserts rows that must stay hidden, and signs the accounts in. */
export async function openTarget(
  site: FuzzSite,
): Promise<FuzzTarget & { service: SupabaseClient }> {
  const service = createClient(site.url, site.secretKey, options);
  await insertSecrets(service);
  const sessions = {
    staff: createTokenSource(site, site.staff),
    stranger: createTokenSource(site, site.stranger),
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
  const hidden = { is_approved: false, is_featured: true, review_text: review };
  const unpublished = { is_published: false, published_at: null, title: draft, content: draft };
  for (const [table, row] of [
    ['contact_submissions', newContactMessage({ message: enquiry })],
    ['quote_requests', newQuoteRequest({ description: enquiry })],
    ['reviews', newReview(hidden)],
    ['blog_posts', newPost({ ...unpublished, slug: `draft-${crypto.randomUUID()}` })],
  ] as const) {
    await insertRows(service, table, row as never);
  }
}

/** Returns a function for the access token, which signs in again now and then: fuzzing may end a session. */
function createTokenSource(site: FuzzSite, account: FuzzSite['staff']): () => Promise<string> {
  const { auth } = createClient(site.url, site.publishableKey, options);
  let token = '';
  let uses = 0;
  return async () => {
    if (uses % 400 === 0) {
      const { data, error } = await auth.signInWithPassword(account);
      if (error) throw error;
      token = data.session.access_token;
    }
    uses += 1;
    return token;
  };
}
