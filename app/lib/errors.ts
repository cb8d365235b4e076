import { PostgrestError } from '@supabase/supabase-js';

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

export type Editor = { id: string; email: string };

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
 * PostgreSQL's classes 08, 53 and 57P, a timeout of a statement or a lock, a deadlock, a gateway's error page or no response.
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

/** Whether the server didn't answer a write, so that nobody knows whether it was stored. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof RowChanged) && getServerMessage(error) === undefined;
}
