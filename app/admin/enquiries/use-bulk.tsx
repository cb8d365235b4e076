import { type ReactNode, useState } from 'react';
import { serverMessage } from '#app/data/errors.ts';
import type { InboxTable } from '#app/data/inbox.ts';
import {
  type ChangeOutcome,
  deleteRows,
  setSpamMarks,
  setStatuses,
} from '#app/data/inbox-changes.ts';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import { useReturnFocus } from '../lists/return-focus.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { countOf, deletionFailure, deletionQuestion, type InboxWords } from './inbox-words.ts';
import type { Selection } from './use-selection.ts';

type BulkOptions<Status extends string> = {
  table: InboxTable;
  words: InboxWords<Status>;
  selection: Selection;
  /** The list as it is after the server has confirmed. */
  list: {
    remove: (ids: readonly string[]) => void;
    change: (ids: readonly string[], change: { status: Status } | { is_spam: boolean }) => void;
  };
  /** Called with the ids of what is deleted, before it leaves the list. */
  onRemoved: (ids: readonly string[]) => void;
};

/** What can be done to all chosen rows at once. `dialogs` belongs on the screen. */
export type Bulk<Status extends string> = {
  /** What is under way, such as 'Deleting 300 of 2,000'; undefined where nothing is. */
  progress: string | undefined;
  mark: (status: Status) => Promise<void>;
  markSpam: (isSpam: boolean) => Promise<void>;
  askToDelete: () => void;
  dialogs: ReactNode;
};

const goneText = 'could not be found. They may have been deleted already.';

/** Marks and deletes several rows, and tells what became of each. */
export function useBulk<Status extends string>({
  table,
  words,
  selection,
  list,
  onRemoved,
}: BulkOptions<Status>): Bulk<Status> {
  const client = useAdminClient();
  const toasts = useToasts();
  const [progress, setProgress] = useState<string>();
  const [asking, setAsking] = useState<number>();
  const alert = useAlert();
  const { remember, finalFocus } = useReturnFocus();

  async function run(
    doing: string,
    change: (ids: string[], onProgress: (tried: number) => void) => Promise<ChangeOutcome>,
  ) {
    const ids = [...selection.ids];
    const of = ids.length.toLocaleString('en-CA');
    const tell = (tried: number) =>
      setProgress(`${doing} ${tried.toLocaleString('en-CA')} of ${of}`);
    tell(0);
    const outcome = await change(ids, tell);
    setProgress(undefined);
    selection.set(outcome.done, false);
    if (outcome.error) logFailure(`${doing} several`, outcome.error);
    return { ...outcome, chosen: ids.length, message: serverMessage(outcome.error) };
  }

  async function mark(
    change: { status: Status } | { is_spam: boolean },
    news: string,
    set: (ids: string[], onProgress: (tried: number) => void) => Promise<ChangeOutcome>,
  ) {
    const { done, error, chosen } = await run('Marking', set);
    if (done.length > 0) {
      list.change(done, change);
      toasts.news(`${countOf(done.length, words)} ${done.length === 1 ? 'is' : 'are'} ${news}.`);
    }
    const missed = countOf(chosen - done.length, words);
    if (error) {
      const what = 'status' in change ? 'The status' : 'The mark';
      toasts.failure(`${what} of ${missed} could not be changed. Please try again.`);
    } else if (done.length < chosen) {
      toasts.failure(`${missed} ${goneText}`);
    }
  }

  async function remove() {
    const { done, error, chosen, message } = await run('Deleting', (ids, onProgress) =>
      deleteRows(client, table, ids, onProgress),
    );
    setAsking(undefined);
    if (done.length > 0) {
      onRemoved(done);
      list.remove(done);
    }
    if (error || done.length < chosen) {
      const reason = error ? message : `They ${goneText}`;
      alert.tell(deletionFailure({ done: done.length, chosen, message: reason }, words));
    } else {
      toasts.news(`${countOf(done.length, words)} ${done.length === 1 ? 'is' : 'are'} deleted.`);
    }
  }

  return {
    progress,
    mark(status) {
      const what = words.marks.find((item) => item.status === status)?.done ?? status;
      return mark({ status }, `marked as ${what}`, (ids, onProgress) =>
        setStatuses(client, table, ids, status, onProgress),
      );
    },
    markSpam: (is_spam) =>
      mark({ is_spam }, is_spam ? 'moved to Spam' : 'moved back from Spam', (ids, onProgress) =>
        setSpamMarks(client, table, ids, is_spam, onProgress),
      ),
    askToDelete() {
      remember();
      setAsking(selection.ids.size);
    },
    dialogs: (
      <>
        <ConfirmDialog
          open={asking !== undefined}
          title={deletionQuestion(asking ?? 0, words)}
          confirmLabel={progress ? 'Deleting...' : 'Delete'}
          busy={progress !== undefined}
          onClose={() => setAsking(undefined)}
          onConfirm={remove}
          finalFocus={finalFocus}
        >
          {progress && <span role="status">{progress}</span>}
        </ConfirmDialog>
        <AlertDialog {...alert.dialog} finalFocus={finalFocus} />
      </>
    ),
  };
}
