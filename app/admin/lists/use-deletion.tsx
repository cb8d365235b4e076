import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Client } from '#app/lib/client.ts';
import { getServerMessage } from '#app/lib/errors.ts';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import { useAdminClient } from '../session.ts';
import { useReturnFocus } from './return-focus.ts';

type DeletionOptions<Row, Deleted> = {
  table: string;
  question: string;
  remove: (client: Client, row: Row) => Promise<Deleted>;
  onSuccess: (deleted: Deleted, row: Row) => void;
  explainError: (message: string) => string;
  noResponse: string;
};

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
      const message = getServerMessage(error);
      alert.show(message === undefined ? options.noResponse : options.explainError(message));
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
