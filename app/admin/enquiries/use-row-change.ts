import { RowNotFound } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import type { Rows } from './use-rows.ts';

/**
 * Changes a row on the server, then in the list. Where that fails the list stays as it is, and the
 * person is told. Resolves to whether it worked.
 * @param failed what is told of a failure, such as 'The status could not be changed.'
 */
export function useRowChange<Row extends { id: string }, Change>(
  update: (client: Client, id: string, change: Change) => Promise<Row>,
  list: Pick<Rows<Row>, 'replace'>,
  failed: string,
) {
  const client = useAdminClient();
  const toasts = useToasts();

  return async (row: Row, change: Change): Promise<boolean> => {
    try {
      list.replace(await update(client, row.id, change));
      return true;
    } catch (error) {
      logFailure(failed, error);
      const reason = error instanceof RowNotFound ? error.message : 'Please try again.';
      toasts.failure(`${failed} ${reason}`);
      return false;
    }
  };
}
