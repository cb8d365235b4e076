import type { Database, Row } from './database.types.ts';
import { RowChanged, touchedRow, type Version } from './errors.ts';
import type { Client } from './supabase-context.ts';

/** The tables whose rows have a version, their updated_at. */
type Versioned = {
  [Name in keyof Database['public']['Tables']]: Row<Name> extends Version ? Name : never;
}[keyof Database['public']['Tables']];

/**
 * Changes a row by its id where it still is as it was read, and returns it. Throws RowChanged with
 * the row of today where somebody has saved it since, RowNotFound where it is gone.
 */
export async function updateAsRead<Table extends Versioned>(
  client: Client,
  table: Table,
  read: Version,
  change: Partial<Row<Table>>,
): Promise<Row<Table>> {
  // The typed client can't follow a table that is a parameter: any of them stands for all.
  const rows = client.from(table as 'reviews');
  const { data } = await rows
    .update(change as never)
    .eq('id', read.id)
    .eq('updated_at', read.updated_at)
    .select()
    .throwOnError();
  const [updated] = data;
  if (updated) return updated as Row<Table>;
  const today = await rows.select('*').eq('id', read.id).throwOnError();
  throw new RowChanged(touchedRow(today.data));
}
