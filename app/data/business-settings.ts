import type { Row } from './database.types.ts';
import type { Client } from './supabase-context.ts';

/** The one row about the business, null where there is none yet. */
export async function readBusinessSettings(
  client: Client,
): Promise<Row<'business_settings'> | null> {
  const { data } = await client
    .from('business_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}
