import type { Client } from '#app/data/supabase-context.ts';
import { useChange } from '../lists/use-change.ts';
import { useAdminClient } from '../session.ts';

/** Sets a row's status as `useChange` does, and resolves as it does. */
export function useStatusChange<Row extends { id: string }, Status extends string>(
  update: (client: Client, id: string, change: { status: Status }) => Promise<Row>,
  onChanged: (row: Row) => void,
) {
  const client = useAdminClient();
  const change = useChange({ replace: onChanged }, 'The status');
  return (row: Row, status: Status) => change(() => update(client, row.id, { status }));
}
