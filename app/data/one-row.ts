import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Insert, Row, Update } from './database.types.ts';
import { isTaken, RowChanged, touchedRow, type Version } from './errors.ts';
import type { Client } from './supabase-context.ts';

type Tables = Database['public']['Tables'];
type Table = {
  [Name in keyof Tables]: Row<Name> extends { id: string } ? Name : never;
}[keyof Tables];

/** The tables whose rows have a version, their updated_at. */
type Versioned = {
  [Name in keyof Tables]: Row<Name> extends Version ? Name : never;
}[keyof Tables];

/** What staff write of a row; the database adds the rest. */
export type Written<Name extends keyof Tables> = Omit<
  Row<Name>,
  'id' | 'created_at' | 'updated_at'
>;

// The typed client has no type for a table that is a parameter. The signatures below check the rows.
const fromTable = (client: SupabaseClient, table: Table) => client.from(table);

/** Adds a row and returns it. A whole one, such as one that was deleted, comes back as it was. */
export async function insertRow<Name extends Table>(
  client: Client,
  table: Name,
  row: Insert<Name>,
): Promise<Row<Name>> {
  const { data } = await fromTable(client, table).insert(row).select().throwOnError();
  return touchedRow(data) as Row<Name>;
}

/**
 * Adds a row that there may be one of, and returns it. Throws RowChanged with the stored one where
 * somebody was faster.
 *
 * @param key the column that tells it from the table's other rows; left out where there are none
 */
export async function insertOnlyRow<Name extends Table>(
  client: Client,
  table: Name,
  row: Insert<Name>,
  key?: keyof Insert<Name> & keyof Row<Name> & string,
): Promise<Row<Name>> {
  try {
    return await insertRow(client, table, row);
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const rows = fromTable(client, table).select('*');
  const { data } = await (key
    ? rows.filter(key, 'eq', String(row[key]))
    : rows.limit(1)
  ).throwOnError();
  throw await createRowChanged(client, table, touchedRow(data));
}

/**
 * Changes a row whatever it is by now, and returns it. Throws RowNotFound where it is gone. What
 * somebody has seen before they changed it is for `updateAsRead`.
 */
export async function updateRow<Name extends Table>(
  client: Client,
  table: Name,
  id: string,
  change: Update<Name>,
): Promise<Row<Name>> {
  const { data } = await fromTable(client, table)
    .update(change)
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data) as Row<Name>;
}

/**
 * Changes a row by its id where it still is as it was read, and returns it. Throws RowChanged with
 * the row of today where somebody has saved it since, RowNotFound where it is gone.
 */
export async function updateAsRead<Name extends Versioned>(
  client: Client,
  table: Name,
  read: Version,
  change: Partial<Row<Name>>,
): Promise<Row<Name>> {
  const rows = fromTable(client, table);
  const { data } = await rows
    .update(change as Update<Name>)
    .eq('id', read.id)
    .eq('updated_at', read.updated_at)
    .select()
    .throwOnError();
  const [updated] = data;
  if (updated) return updated as Row<Name>;
  const current = await rows.select('*').eq('id', read.id).throwOnError();
  throw await createRowChanged(client, table, touchedRow(current.data));
}

/** The error that a row was changed, with its editor if the audit log can be read. */
async function createRowChanged(client: Client, table: Table, row: object) {
  const { id, updated_at } = row as Version;
  const { data } = await client
    .from('audit_entries')
    .select('actor_id, actor_email')
    .eq('table_name', table)
    .eq('record_id', id)
    .gte('occurred_at', updated_at)
    .order('occurred_at', { ascending: false })
    .limit(1);
  const [entry] = data ?? [];
  return new RowChanged(
    row,
    entry?.actor_id && entry.actor_email ? { id: entry.actor_id, email: entry.actor_email } : null,
  );
}

/** Deletes a row and returns it. Throws RowNotFound where it is gone already. */
export async function deleteRow<Name extends Table>(
  client: Client,
  table: Name,
  id: string,
): Promise<Row<Name>> {
  const { data } = await fromTable(client, table).delete().eq('id', id).select().throwOnError();
  return touchedRow(data) as Row<Name>;
}
