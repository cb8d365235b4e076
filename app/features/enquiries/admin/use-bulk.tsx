import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { getServerMessage } from '#app/lib/errors.ts';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import type { InboxTable } from '../inbox.ts';
import { type ChangeOutcome, deleteRows, setSpamMarks, setStatuses } from '../inbox-changes.ts';
import {
  countEnquiries,
  deletionQuestion,
  explainDeletionError,
  type InboxLabels,
} from './inbox-labels.ts';
import type { Selection } from './use-selection.ts';

type BulkOptions<Status extends string> = {
  table: InboxTable;
  labels: InboxLabels<Status>;
  selection: Selection;
  onRemoved: (ids: readonly string[]) => void;
};

export type Bulk<Status extends string> = {
  progress: string | undefined;
  mark: (status: Status) => Promise<void>;
  markSpam: (isSpam: boolean) => Promise<void>;
  askToDelete: () => void;
  dialogs: ReactNode;
};

const goneText = 'could not be found. They may have been deleted already.';

export function useBulk<Status extends string>({
  table,
  labels,
  selection,
  onRemoved,
}: BulkOptions<Status>): Bulk<Status> {
  const client = useAdminClient();
  const queryClient = useQueryClient();
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
    const showProgress = (tried: number) =>
      setProgress(`${doing} ${tried.toLocaleString('en-CA')} of ${of}`);
    showProgress(0);
    const outcome = await change(ids, showProgress);
    if (outcome.done.length > 0) await invalidateTable(queryClient, table);
    setProgress(undefined);
    selection.set(outcome.done, false);
    if (outcome.error) logError(`${doing} several`, outcome.error);
    return { ...outcome, chosen: ids.length, message: getServerMessage(outcome.error) };
  }

  async function mark(
    change: { status: Status } | { is_spam: boolean },
    news: string,
    set: (ids: string[], onProgress: (tried: number) => void) => Promise<ChangeOutcome>,
  ) {
    const { done, error, chosen } = await run('Marking', set);
    const key = `${table} ${'status' in change ? 'status' : 'spam'} of several`;
    if (done.length > 0) {
      toasts.news(
        `${countEnquiries(done.length, labels)} ${done.length === 1 ? 'is' : 'are'} ${news}.`,
        { key },
      );
    }
    toasts.clear(`${key} not changed`);
    const missed = countEnquiries(chosen - done.length, labels);
    if (error) {
      const what = 'status' in change ? 'The status' : 'The mark';
      toasts.error(`${what} of ${missed} could not be changed. Please try again.`, {
        key: `${key} not changed`,
      });
    } else if (done.length < chosen) {
      toasts.error(`${missed} ${goneText}`, { key: `${key} not changed` });
    }
  }

  async function remove() {
    const { done, error, chosen, message } = await run('Deleting', (ids, onProgress) =>
      deleteRows(client, table, ids, onProgress),
    );
    setAsking(undefined);
    if (done.length > 0) onRemoved(done);
    if (error || done.length < chosen) {
      const reason = error ? message : `They ${goneText}`;
      alert.show(explainDeletionError({ done: done.length, chosen, message: reason }, labels));
    } else {
      toasts.news(
        `${countEnquiries(done.length, labels)} ${done.length === 1 ? 'is' : 'are'} deleted.`,
      );
    }
  }

  return {
    progress,
    mark(status) {
      const what = labels.marks.find((item) => item.status === status)?.done ?? status;
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
          title={deletionQuestion(asking ?? 0, labels)}
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
