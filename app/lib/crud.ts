import { PostgrestError, type SupabaseClient } from '@supabase/supabase-js';
import type { Client } from './client.ts';
import type { Database, Insert, Row, Update } from './database.types.ts';

type Tables = Database['public']['Tables'];
export type Table = {
  [Name in keyof Tables]: Row<Name> extends { id: string } ? Name : never;
}[keyof Tables];

type Versioned = {
  [Name in keyof Tables]: Row<Name> extends Version ? Name : never;
}[keyof Tables];

export type WritableColumns<Name extends keyof Tables> = Omit<
  Row<Name>,
  'id' | 'created_at' | 'updated_at'
>;

// The typed client has no type for a table that is a parameter. The signatures below check the rows.
const fromTable = (client: SupabaseClient, table: Table) => client.from(table);

export async function readRow<Name extends Table>(
  client: Client,
  table: Name,
  id: string,
): Promise<Row<Name> | null> {
  const { data } = await fromTable(client, table)
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data as Row<Name> | null;
}

/**
 * Inserts a row and returns it. A deleted row is restored as it was. Throws RowChanged with the stored
 * row if there is one with its id.
 */
export async function insertRow<Name extends Table>(
  client: Client,
  table: Name,
  row: Insert<Name> & { id?: string },
): Promise<Row<Name>> {
  try {
    const { data } = await fromTable(client, table).insert(row).select().throwOnError();
    return getFirstRow(data) as Row<Name>;
  } catch (error) {
    const stored =
      row.id && isUniqueViolation(error) ? await readRow(client, table, row.id) : undefined;
    if (!stored) throw error;
    throw await createRowChanged(client, table, stored);
  }
}

/** Inserts a row, or returns the one with its id if the answer to an earlier insert was lost. */
export async function insertOnce<Name extends Table>(
  client: Client,
  table: Name,
  row: Insert<Name> & { id: string },
): Promise<Row<Name>> {
  try {
    return await insertRow(client, table, row);
  } catch (error) {
    if (error instanceof RowChanged) return error.row as Row<Name>;
    throw error;
  }
}

/**
 * Inserts the only row with a key, or the only row of the table. Throws RowChanged with the stored
 * one if there is one already.
 */
export async function insertUniqueRow<Name extends Table>(
  client: Client,
  table: Name,
  row: Insert<Name>,
  key?: keyof Insert<Name> & keyof Row<Name> & string,
): Promise<Row<Name>> {
  try {
    return await insertRow(client, table, row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const rows = fromTable(client, table).select('*');
  const value = (key && row[key]) ?? null;
  const { data } = await (key
    ? rows.filter(key, value === null ? 'is' : 'eq', String(value))
    : rows.limit(1)
  ).throwOnError();
  throw await createRowChanged(client, table, getFirstRow(data));
}

/** Updates a row whatever its version. Throws RowNotFound if it is deleted. */
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
  return getFirstRow(data) as Row<Name>;
}

/**
 * Updates a row if it still has the version that was read. Throws RowChanged with the current row
 * if someone has saved it since, RowNotFound if it is deleted.
 */
export async function updateUnchanged<Name extends Versioned>(
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
  throw await createRowChanged(client, table, getFirstRow(current.data));
}

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

/** Deletes a row and returns it. Throws RowNotFound if it is deleted already. */
export async function deleteRow<Name extends Table>(
  client: Client,
  table: Name,
  id: string,
): Promise<Row<Name>> {
  const { data } = await fromTable(client, table).delete().eq('id', id).select().throwOnError();
  return getFirstRow(data) as Row<Name>;
}

const defaultSize = 100;

/** Splits ids into lists of at most `size`, by default short enough for one URL each. */
export function chunk(ids: string[], size = defaultSize): string[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, step) => ids.slice(step * size, (step + 1) * size));
}

/** No row was updated or deleted: it does not exist, or the caller may not change it. */
export class RowNotFound extends Error {
  override name = 'RowNotFound';

  constructor() {
    super('Not found. It may already have been deleted.');
  }
}

/** The first row; throws RowNotFound if there is none. */
export function getFirstRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new RowNotFound();
  return row;
}

export type Version = { id: string; updated_at: string };

type Editor = { id: string; email: string };

/** The version check of an update failed: the row has been saved since it was read. */
export class RowChanged<Row> extends Error {
  override name = 'RowChanged';
  readonly row: Row;
  readonly changedBy: Editor | null;

  constructor(row: Row, changedBy: Editor | null) {
    super('Someone else changed it.');
    this.row = row;
    this.changedBy = changedBy;
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof PostgrestError && error.code === '23505';
}

/** Whether the database's rules refuse the values: a constraint, or a reference to a row that is gone. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof PostgrestError && /^(23514|23503|23502|23001)$/.test(error.code);
}

/**
 * Whether the database can't be reached or is overloaded at the moment: PostgREST's connection errors,
 * PostgreSQL's classes 08, 53 and 57P, a timeout of a statement or a lock, a
 * deadlock, a gateway's error page or no response.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (!(error instanceof PostgrestError)) return false;
  return !error.code || /^(PGRST00[0-3]|08...|53...|57P..|57014|55P03|40P01)$/.test(error.code);
}

/** Whether a limit was reached: of the database (SQLSTATE PT429) or of the backend's requests. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof PostgrestError && /^(PT429|over_request_rate_limit)$/.test(error.code);
}

/** The message of the server's error; undefined for a network error, a proxy's page or a bug. */
export function getServerMessage(error: unknown): string | undefined {
  const refused = error instanceof PostgrestError || error instanceof RowNotFound;
  return refused && error.message && !error.message.startsWith('<') ? error.message : undefined;
}

/** The sentence of a check that refused a row; undefined for other errors, and where the database only names a constraint. */
export function getCheckMessage(error: unknown): string | undefined {
  const message = isCheckViolation(error) ? getServerMessage(error) : undefined;
  return message?.includes(' violates ') ? undefined : message;
}

/** Whether someone else has changed the order of records since it was read (set_record_order). */
export function isOrderChanged(error: unknown): boolean {
  return error instanceof PostgrestError && error.code === 'PT409';
}

/** Whether a write got no response, so it may or may not have been stored. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof RowChanged) && getServerMessage(error) === undefined;
}
