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

/**
 * What the server said where it refused something; undefined where no answer of its own came: a
 * broken connection, a proxy's error page, a fault of ours.
 */
export function serverMessage(error: unknown): string | undefined {
  const refused = error instanceof PostgrestError || error instanceof RowNotFound;
  return refused && error.message && !error.message.startsWith('<') ? error.message : undefined;
}
