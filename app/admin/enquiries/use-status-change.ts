import { RowNotFound } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import type { Rows } from './use-rows.ts';

/**
 * Sets a row's status on the server, then in the list. Where that fails the list stays as it is,
 * and the person is told. Resolves to whether it worked.
 */
export function useStatusChange<Row extends { id: string }, Status extends string>(
  update: (client: Client, id: string, change: { status: Status }) => Promise<Row>,
  list: Rows<Row>,
) {
  const client = useAdminClient();
  const toasts = useToasts();

  return async (row: Row, status: Status): Promise<boolean> => {
    try {
      list.replace(await update(client, row.id, { status }));
      return true;
    } catch (error) {
      logFailure('Could not change the status', error);
      const reason = error instanceof RowNotFound ? error.message : 'Please try again.';
      toasts.failure(`The status could not be changed. ${reason}`);
      return false;
    }
  };
}
