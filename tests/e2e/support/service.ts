import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import type { Site } from './site-process.ts';

/** A client of the site that row-level security does not hold, to prepare rows with. */
export function serviceClient(site: Site): SupabaseClient<Database> {
  const { secretKey } = JSON.parse(readFileSync(join(site.directory, 'keys.json'), 'utf8'));
  return createClient<Database>(site.url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
