import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database, Row } from '#app/lib/database.types.ts';

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

/** The only row of a table with these values, as it is stored; undefined if there is none. */
export async function selectRow<Table extends keyof Database['public']['Tables']>(
  service: SupabaseClient<Database>,
  table: Table,
  values: Partial<Row<Table>>,
): Promise<Row<Table> | undefined> {
  const { data } = await service.from(table).select('*').match(values).throwOnError();
  if (data.length > 1) throw new Error(`More than one row of ${table} matches`);
  return data[0] as unknown as Row<Table>;
}
