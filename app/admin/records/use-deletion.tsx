import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Client } from '#app/lib/client.ts';
import { getServerMessage, isUnanswered, RowChanged } from '#app/lib/crud.ts';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import { useReturnFocus } from '../lists/return-focus.ts';
import { logError } from '../log-error.ts';
import { invalidateTable } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { createRecordRemover } from './save-record.ts';

type DeletionOptions<Row, Deleted> = {
  table: string;
  question: string;
  remove: (client: Client, row: Row) => Promise<Deleted>;
  /** @param deleted undefined if an earlier try deleted the row, whose answer was lost */
  onSuccess: (deleted: Deleted | undefined, row: Row) => void;
  explainError: (message: string) => string;
  noResponse?: string;
};

const unansweredText = "The server didn't respond. It's safe to try again.";

export function useDeletion<Row extends { id: string }, Deleted>(
  options: DeletionOptions<Row, Deleted>,
): { ask: (row: Row) => void; dialogs: ReactNode } {
  const client = useAdminClient();
  const [target, setTarget] = useState<Row>();
  const [removeOnce] = useState(createRecordRemover<Deleted>);
  const alert = useAlert();
  const { remember, finalFocus } = useReturnFocus();
  const { mutate, isPending } = useMutation({
    mutationKey: [options.table],
    mutationFn: (row: Row) => removeOnce(row.id, () => options.remove(client, row)),
    onSuccess: options.onSuccess,
    onError(error) {
      const message = getServerMessage(error);
      const { noResponse = unansweredText } = options;
      alert.show(message === undefined ? noResponse : options.explainError(message));
    },
    onSettled: () => setTarget(undefined),
  });

  return {
    ask(row) {
      remember();
      setTarget(row);
    },
    dialogs: (
      <>
        <ConfirmDialog
          open={target !== undefined}
          title={options.question}
          confirmLabel={isPending ? 'Deleting...' : 'Delete'}
          busy={isPending}
          onClose={() => setTarget(undefined)}
          onConfirm={() => target !== undefined && mutate(target)}
          finalFocus={finalFocus}
        />
        <AlertDialog {...alert.dialog} finalFocus={finalFocus} />
      </>
    ),
  };
}

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
      // It is there already: the answer to an earlier restore was lost.
      if (!(error instanceof RowChanged)) {
        logError(`Restore failed: ${entity}`, error);
        const reason = explainError?.(error) ?? 'Please try again.';
        const text = isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : `Couldn't restore ${getName(row)}. ${reason}`;
        toasts.error(text, {
          key: getKey(row),
          action: { label: 'Try again', run: () => undo(row) },
        });
        return;
      }
    }
    await invalidateTable(queryClient, table);
    toasts.news(`${getName(row)} was restored.`, { key: getKey(row) });
  }

  return useDeletion<Row, Row>({
    table,
    question,
    remove: (client, row) => remove(client, row.id),
    // `deleted` may be newer than the row in the list.
    onSuccess(deleted, row) {
      const newest = deleted ?? row;
      toasts.undoable(`${getName(newest)} was deleted.`, () => undo(newest), getKey(row));
    },
    explainError: (message) => `Couldn't delete the ${entity}: ${message}`,
  });
}
