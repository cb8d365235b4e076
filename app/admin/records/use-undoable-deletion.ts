import { useEffect, useRef } from 'react';
import { isThereAlready } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../lists/use-deletion.tsx';
import type { RowChanges } from '../lists/use-rows.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

type Options<Row> = {
  /** What is deleted, such as 'project'. */
  thing: string;
  /** The confirmation, such as 'Are you sure you want to …?' */
  question: string;
  /** How a sentence about the record begins. */
  name: (row: Row) => string;
  list: Pick<RowChanges<Row>, 'reload' | 'remove'>;
  remove: (client: Client, id: string) => Promise<Row>;
  /** Adds the whole row again. */
  putBack: (client: Client, row: Row) => Promise<Row>;
  /** Why a row can't come back, where its error tells a reason of its own. */
  whyNot?: (error: unknown) => string | undefined;
};

// The message outlives its screen: whichever list is shown by then is read anew.
const backAgain = new EventTarget();

/**
 * Asks, deletes, and offers for ten seconds to put the very same row back. `dialogs` belongs on the
 * screen, or inside the dialog that is open on it.
 */
export function useUndoableDeletion<Row extends { id: string }>(options: Options<Row>) {
  const { thing, question, name, list, remove, putBack, whyNot } = options;
  const client = useAdminClient();
  const toasts = useToasts();
  /** As the server had it last, which may be newer than the list. */
  const removed = useRef<Row>(undefined);
  const { reload } = list;

  useEffect(() => {
    backAgain.addEventListener(thing, reload);
    return () => backAgain.removeEventListener(thing, reload);
  }, [thing, reload]);

  async function undo(row: Row) {
    try {
      await putBack(client, row);
    } catch (error) {
      if (!isThereAlready(error)) {
        logFailure(`Could not put the ${thing} back`, error);
        const reason = whyNot?.(error) ?? 'Please try again.';
        toasts.failure(`${name(row)} could not be put back. ${reason}`, {
          label: 'Try again',
          run: () => undo(row),
        });
        return;
      }
    }
    backAgain.dispatchEvent(new Event(thing));
    toasts.news(`${name(row)} is back.`);
  }

  return useDeletion<Row>({
    question,
    async remove(row) {
      removed.current = await remove(client, row.id);
    },
    onRemoved(row) {
      const gone = removed.current ?? row;
      list.remove(row.id);
      toasts.undoable(`${name(gone)} is deleted.`, () => undo(gone));
    },
    refused: (message) => `The ${thing} could not be deleted: ${message}`,
    brokeOff: `The ${thing} could not be deleted. Please try again.`,
  });
}
