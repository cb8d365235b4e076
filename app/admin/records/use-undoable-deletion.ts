import { useQueryClient } from '@tanstack/react-query';
import { isThereAlready } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../lists/use-deletion.tsx';
import { logFailure } from '../log.ts';
import { invalidateTable } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

type Options<Row> = {
  table: string;
  /** What is deleted, such as 'project'. */
  entity: string;
  /** The confirmation, such as 'Are you sure you want to …?' */
  question: string;
  /** How a sentence about the record begins. */
  getName: (row: Row) => string;
  remove: (client: Client, id: string) => Promise<Row>;
  /** Inserts the whole row again. */
  restore: (client: Client, row: Row) => Promise<Row>;
  /** Why a row can't be restored, if its error has a message of its own. */
  explainError?: (error: unknown) => string | undefined;
};

/**
 * Asks, deletes, and offers for ten seconds to restore the very same row. `dialogs` belongs on the
 * screen, or inside the dialog that is open on it.
 */
export function useUndoableDeletion<Row extends { id: string }>(options: Options<Row>) {
  const { table, entity, question, getName, remove, restore, explainError } = options;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();

  async function undo(row: Row) {
    try {
      await restore(client, row);
    } catch (error) {
      if (!isThereAlready(error)) {
        logFailure(`Could not restore the ${entity}`, error);
        const reason = explainError?.(error) ?? 'Please try again.';
        toasts.failure(`${getName(row)} could not be put back. ${reason}`, {
          label: 'Try again',
          run: () => undo(row),
        });
        return;
      }
    }
    await invalidateTable(queryClient, table);
    toasts.news(`${getName(row)} is back.`);
  }

  return useDeletion<Row, Row>({
    table,
    question,
    remove: (client, row) => remove(client, row.id),
    // As the server had it last, which may be newer than the list.
    onSuccess: (deleted) => toasts.undoable(`${getName(deleted)} is deleted.`, () => undo(deleted)),
    explainError: (message) => `The ${entity} could not be deleted: ${message}`,
    noResponse: `The ${entity} could not be deleted. Please try again.`,
  });
}
