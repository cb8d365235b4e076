import type { Client } from '#app/data/supabase-context.ts';
import { useRowChange } from './use-row-change.ts';
import type { Rows } from './use-rows.ts';

/** Sets a row's status as `useRowChange` does. */
export function useStatusChange<Row extends { id: string }, Status extends string>(
  update: (client: Client, id: string, change: { status: Status }) => Promise<Row>,
  list: Rows<Row>,
) {
  const change = useRowChange(update, list, 'The status could not be changed.');
  return (row: Row, status: Status) => change(row, { status });
}
