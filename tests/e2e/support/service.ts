import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/lib/database.types.ts';

type Site = { url: string; directory: string };

/** A client of the site that row-level security does not hold, to prepare rows with. */
export function serviceClient(site: Site): SupabaseClient<Database> {
  return connectWithKey(site, 'secretKey');
}

/** A client of the site as a browser has it, without a session. */
export function visitorClient(site: Site): SupabaseClient<Database> {
  return connectWithKey(site, 'publishableKey');
}

function connectWithKey(site: Site, kind: 'secretKey' | 'publishableKey') {
  const keys = JSON.parse(readFileSync(join(site.directory, 'keys.json'), 'utf8'));
  return createClient<Database>(site.url, keys[kind], {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
