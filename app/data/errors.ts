import { PostgrestError } from '@supabase/supabase-js';

/** An update or delete found no row to touch: it is gone, or not the caller's to change. */
export class RowNotFound extends Error {
  override name = 'RowNotFound';

  constructor() {
    super('It could not be found. It may have been deleted already.');
  }
}

/** The first of the rows that a statement touched; throws RowNotFound where it touched none. */
export function touchedRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new RowNotFound();
  return row;
}

/** What tells one state of a row from another. */
export type Version = { id: string; updated_at: string };

/** The account that saved the latest version of a row. */
export type Editor = { id: string; email: string };

/** The version check of an update failed: the row has been saved since it was read. */
export class RowChanged<Row> extends Error {
  override name = 'RowChanged';
  readonly row: Row;
  /** Null if the audit log does not know, as after a change by SQL. */
  readonly changedBy: Editor | null;

  /** @param row as it is stored now */
  constructor(row: Row, changedBy: Editor | null) {
    super('It has been changed in the meantime.');
    this.row = row;
    this.changedBy = changedBy;
  }
}

/** True where a row was refused because another has its key, or one of its unique columns. */
export function isTaken(error: unknown): boolean {
  return error instanceof PostgrestError && error.code === '23505';
}

/** True where the row that was to be added is there already, under its very id. */
export function isThereAlready(error: unknown): boolean {
  return isTaken(error) && error instanceof Error && error.message.includes('_pkey');
}

/**
 * True where the tables can't be reached for the time being, so that the same request may succeed
 * later: PostgREST's faults of connection, PostgreSQL's classes 08, 53 and 57P, a gateway's page in
 * place of an answer, or none at all.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (!(error instanceof PostgrestError)) return false;
  return !error.code || /^(PGRST00[0-3]|08...|53...|57P..)$/.test(error.code);
}

/**
 * What the server said where it refused something; undefined where no answer of its own came: a
 * broken connection, a proxy's error page, a fault of ours.
 */
export function serverMessage(error: unknown): string | undefined {
  const refused = error instanceof PostgrestError || error instanceof RowNotFound;
  return refused && error.message && !error.message.startsWith('<') ? error.message : undefined;
}
