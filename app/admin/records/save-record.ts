import { isUnanswered, RowChanged, RowNotFound, type Version } from '#app/lib/crud.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import type { Fields } from './version-conflict.ts';

export type Saving<Columns> = {
  /** Undefined for a new row. */
  version: Version | undefined;
  mine: Columns;
  /** What an update sends; by default everything. */
  changes?: Partial<Columns>;
};

export type Writes<Row, Columns> = {
  /** Throws RowChanged if there is a row with the id. */
  insert: (columns: Columns, id: string) => Promise<Row>;
  /** Throws RowChanged if the row was saved since the version. */
  update: (version: Version, columns: Partial<Columns>) => Promise<Row>;
};

type RecordSaver<Row, Columns> = (
  saving: Saving<Columns>,
  writes: Writes<Row, Columns>,
) => Promise<Row>;

/**
 * Saves the input of one open form. A save whose answer was lost may be repeated, even with changed input: the form
 * inserts one row at most, and what it has stored itself is not a conflict.
 *
 * @throws RowChanged if someone else has saved the row, or what the writes throw
 */
export function createRecordSaver<Row extends Version & Columns, Columns extends object>(
  fields: Fields<Columns>,
): RecordSaver<Row, Columns> {
  const id = createUuid();
  const unanswered: Columns[] = [];

  const save: RecordSaver<Row, Columns> = async ({ version, mine, changes = mine }, writes) => {
    try {
      return await (version ? writes.update(version, changes) : writes.insert(mine, id));
    } catch (error) {
      if (isUnanswered(error)) unanswered.push(mine);
      if (!(error instanceof RowChanged)) throw error;
      const stored = error.row as Row & { created_at?: string };
      const { getChangedColumns, getDifferences } = await import('./version-conflict.ts');
      const isInserted = stored.id === id && stored.created_at === stored.updated_at;
      const isSent = () =>
        unanswered.some((sent) => getDifferences(fields, sent, stored, {}).length === 0);
      if (!isInserted && !isSent()) throw error;
      const rest = getChangedColumns(fields, mine, stored, stored);
      return Object.keys(rest).length === 0
        ? stored
        : save({ version: stored, mine, changes: rest }, writes);
    }
  };
  return save;
}

/**
 * Deletes the rows of a list. A deletion whose answer was lost may be repeated: a row that is gone then is deleted,
 * and the result is undefined.
 *
 * @throws RowNotFound if the row was deleted elsewhere, or what `remove` throws
 */
export function createRecordRemover<Deleted>() {
  const unanswered = new Set<string>();
  return async (id: string, remove: () => Promise<Deleted>): Promise<Deleted | undefined> => {
    try {
      return await remove();
    } catch (error) {
      if (isUnanswered(error)) unanswered.add(id);
      if (!(error instanceof RowNotFound && unanswered.has(id))) throw error;
      return undefined;
    }
  };
}
