import type { SupabaseClient } from '@supabase/supabase-js';

/** Inserts rows through the table interface, a hundred at a time: posts are long, and a request takes at most 1 MiB. */
export async function insertRows(client: SupabaseClient, table: string, rows: object[]) {
  for (let start = 0; start < rows.length; start += 100) {
    await client
      .from(table)
      .insert(rows.slice(start, start + 100))
      .throwOnError();
  }
}
