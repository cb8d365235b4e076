import { useCallback } from 'react';
import type { Client } from '#app/data/supabase-context.ts';
import type { Reading } from './reading.ts';
import { useReading } from './use-reading.ts';

/** How a list that is in sight changes after the server has agreed. */
export type RowChanges<Row> = {
  reload: () => void;
  replace: (row: Row) => void;
  remove: (id: string) => void;
};

/** A list as the screen shows it, and how it changes. */
export type Rows<Row> = RowChanges<Row> & { state: Reading<Row[]> };

/** Reads a list with `read` (a function of the module, not made anew on each render). */
export function useRows<Row extends { id: string }>(
  read: (client: Client) => Promise<Row[]>,
): Rows<Row> {
  const { state, reload, change } = useReading(read, { failure: 'Could not read the list' });
  return {
    state,
    reload,
    replace: useCallback(
      (row: Row) => change((rows) => rows.map((old) => (old.id === row.id ? row : old))),
      [change],
    ),
    remove: useCallback(
      (id: string) => change((rows) => rows.filter((row) => row.id !== id)),
      [change],
    ),
  };
}
