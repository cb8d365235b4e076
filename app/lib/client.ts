import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';

export type Client = SupabaseClient<Database>;

/** An empty url is the origin of the page. */
export type SupabaseConnection = { url: string; publishableKey: string };

/** The header in which the website signs for which visitor it sends a request (server/spam/form-guard.ts). */
export const clientHeader = 'x-quote-client';

/** The header with the session of the signed-in person, for requests that supabase-js does not send. @throws AuthError */
export async function getAuthorization({
  auth,
}: Pick<Client, 'auth'>): Promise<{ Authorization: string }> {
  const { data, error } = await auth.getSession();
  if (error) throw error;
  return { Authorization: `Bearer ${data.session?.access_token}` };
}
