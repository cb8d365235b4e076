import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/lib/database.types.ts';
import type { TableAccess } from './website.ts';

/** A client without a session, as visitors have; the server holds none of staff. */
export function createVisitorClient(
  { url, publishableKey }: TableAccess,
  global: { fetch: typeof globalThis.fetch; headers?: Record<string, string> },
): SupabaseClient<Database> {
  return createClient<Database>(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global,
  });
}
