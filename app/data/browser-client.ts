import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';
import { fetchNoticingEnd } from './ended-session.ts';
import type { Client, SupabaseAddress } from './supabase-context.ts';

let client: Client | undefined;

/**
 * The one client of this browser tab, made on first use. It keeps the staff session and refreshes
 * it; visitors have none.
 */
export function browserClient({ url, publishableKey }: SupabaseAddress): Client {
  client ??= createClient<Database>(url || window.location.origin, publishableKey, {
    global: { fetch: fetchNoticingEnd(() => client) },
  });
  return client;
}
