import { type ReactNode, useState } from 'react';
import { serverMessage } from '#app/data/errors.ts';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import { logFailure } from '../log.ts';
import { useReturnFocus } from './return-focus.ts';

type DeletionOptions<Row> = {
  /** The confirmation, such as 'Are you sure you want to …?' */
  question: string;
  remove: (row: Row) => Promise<unknown>;
  onRemoved: (row: Row) => void;
  /** The alert where the server refused, from its message. */
  refused: (message: string) => string;
  /** The alert where no answer came. */
  brokeOff: string;
};

/**
 * Asks, deletes, and tells what went wrong. `dialogs` belongs on the screen, or inside the dialog
 * that is open on it.
 */
export function useDeletion<Row>(options: DeletionOptions<Row>): {
  ask: (row: Row) => void;
  dialogs: ReactNode;
} {
  const [target, setTarget] = useState<Row | undefined>();
  const [busy, setBusy] = useState(false);
  const alert = useAlert();
  const { remember, finalFocus } = useReturnFocus();

  async function confirm(row: Row) {
    setBusy(true);
    try {
      await options.remove(row);
      options.onRemoved(row);
    } catch (error) {
      logFailure('Could not delete', error);
      const message = serverMessage(error);
      alert.tell(message === undefined ? options.brokeOff : options.refused(message));
    } finally {
      setBusy(false);
      setTarget(undefined);
    }
  }

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
          confirmLabel={busy ? 'Deleting...' : 'Delete'}
          busy={busy}
          onClose={() => setTarget(undefined)}
          onConfirm={() => target !== undefined && confirm(target)}
          finalFocus={finalFocus}
        />
        <AlertDialog {...alert.dialog} finalFocus={finalFocus} />
      </>
    ),
  };
}
