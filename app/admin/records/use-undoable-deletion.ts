import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#app/lib/client.ts';
import { isDuplicateKey } from '#app/lib/errors.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../lists/use-deletion.tsx';
import { logError } from '../log-error.ts';
import { invalidateTable } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

type Options<Row> = {
  table: string;
  entity: string;
  question: string;
  getName: (row: Row) => string;
  remove: (client: Client, id: string) => Promise<Row>;
  restore: (client: Client, row: Row) => Promise<Row>;
  explainError?: (error: unknown) => string | undefined;
};

export function useUndoableDeletion<Row extends { id: string }>(options: Options<Row>) {
  const { table, entity, question, getName, remove, restore, explainError } = options;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();

  const getKey = ({ id }: Row) => `${table} ${id} deletion`;

  async function undo(row: Row) {
    try {
      await restore(client, row);
    } catch (error) {
      if (!isDuplicateKey(error)) {
        logError(`Could not restore the ${entity}`, error);
        const reason = explainError?.(error) ?? 'Please try again.';
        toasts.error(`${getName(row)} could not be put back. ${reason}`, {
          key: getKey(row),
          action: { label: 'Try again', run: () => undo(row) },
        });
        return;
      }
    }
    await invalidateTable(queryClient, table);
    toasts.news(`${getName(row)} is back.`, { key: getKey(row) });
  }

  return useDeletion<Row, Row>({
    table,
    question,
    remove: (client, row) => remove(client, row.id),
    // `deleted` may be newer than the row in the list.
    onSuccess: (deleted) =>
      toasts.undoable(`${getName(deleted)} is deleted.`, () => undo(deleted), getKey(deleted)),
    explainError: (message) => `The ${entity} could not be deleted: ${message}`,
    noResponse: `The ${entity} could not be deleted. Please try again.`,
  });
}
