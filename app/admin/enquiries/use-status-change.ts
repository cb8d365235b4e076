import type { Client } from '#app/data/supabase-context.ts';
import { useChange } from '../records/use-change.ts';
import { useAdminClient } from '../session.ts';
import type { Rows } from './use-rows.ts';

/** Sets a row's status as `useChange` does, and resolves as it does. */
export function useStatusChange<Row extends { id: string }, Status extends string>(
  update: (client: Client, id: string, change: { status: Status }) => Promise<Row>,
  list: Rows<Row>,
) {
  const client = useAdminClient();
  const change = useChange(list, 'The status');
  return (row: Row, status: Status) => change(() => update(client, row.id, { status }));
}
