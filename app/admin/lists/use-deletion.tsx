import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { serverMessage } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import { useAdminClient } from '../session.ts';
import { useReturnFocus } from './return-focus.ts';

type DeletionOptions<Row, Deleted> = {
  table: string;
  /** The confirmation, such as 'Are you sure you want to …?' */
  question: string;
  remove: (client: Client, row: Row) => Promise<Deleted>;
  /** Called with what the server returned, once the lists no longer show the row. */
  onSuccess: (deleted: Deleted, row: Row) => void;
  /** The alert if the server returned an error, from its message. */
  explainError: (message: string) => string;
  /** The alert if there was no response. */
  noResponse: string;
};

/**
 * Asks, deletes a row, and reports an error. `dialogs` belongs on the screen, or inside the dialog
 * that is open on it.
 */
export function useDeletion<Row, Deleted>(
  options: DeletionOptions<Row, Deleted>,
): { ask: (row: Row) => void; dialogs: ReactNode } {
  const client = useAdminClient();
  const [target, setTarget] = useState<Row>();
  const alert = useAlert();
  const { remember, finalFocus } = useReturnFocus();
  const { mutate, isPending } = useMutation({
    mutationKey: [options.table],
    mutationFn: (row: Row) => options.remove(client, row),
    onSuccess: options.onSuccess,
    onError(error) {
      const message = serverMessage(error);
      alert.tell(message === undefined ? options.noResponse : options.explainError(message));
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
