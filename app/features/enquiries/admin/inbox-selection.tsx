import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download, ShieldAlert, ShieldCheck, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { RowMenu } from '#app/admin/lists/row-actions.tsx';
import { BulkButton, type Selection, SelectionActions } from '#app/admin/lists/selection.tsx';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { getServerMessage, isUnanswered } from '#app/lib/crud.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { AlertDialog, ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import {
  type ChangeOutcome,
  createRowsRemover,
  deleteRows,
  type InboxTable,
  type SpamTab,
  updateRows,
} from '../inbox.ts';

type BulkOptions<Status extends string> = {
  table: InboxTable;
  labels: InboxLabels<Status>;
  selection: Selection;
  onRemoved: (ids: readonly string[]) => void;
};

type Bulk<Status extends string> = {
  progress: string | undefined;
  mark: (status: Status) => Promise<void>;
  markSpam: (isSpam: boolean) => Promise<void>;
  askToDelete: () => void;
  dialogs: ReactNode;
};

const goneText = "couldn't be found. They may already have been deleted.";

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
  const [removeOnce] = useState(createRowsRemover);
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
    const isUncertain = outcome.error !== undefined && isUnanswered(outcome.error);
    if (outcome.done.length > 0 || isUncertain) await invalidateTable(queryClient, table);
    setProgress(undefined);
    selection.set(outcome.done, false);
    if (outcome.error) logError(`Bulk change failed: ${doing}`, outcome.error);
    return {
      ...outcome,
      chosen: ids.length,
      isUncertain,
      message: getServerMessage(outcome.error),
    };
  }

  async function mark(change: { status: Status } | { is_spam: boolean }, news: string) {
    const { done, error, chosen, isUncertain } = await run('Marking', (ids, onProgress) =>
      updateRows(client, table, ids, change, onProgress),
    );
    const key = `${table} ${'status' in change ? 'status' : 'spam'} of several`;
    if (done.length > 0) {
      toasts.news(
        `${countEnquiries(done.length, labels)} ${done.length === 1 ? 'was' : 'were'} ${news}.`,
        { key },
      );
    }
    toasts.clear(`${key} not changed`);
    const missed = countEnquiries(chosen - done.length, labels);
    if (error) {
      const { failed, check } =
        'status' in change
          ? {
              failed: `Couldn't change the status of ${missed}.`,
              check: `Check the status of ${missed}`,
            }
          : {
              failed: `Couldn't move ${missed} ${change.is_spam ? 'to' : 'out of'} Spam.`,
              check: `Check whether ${chosen - done.length === 1 ? 'it is' : 'they are'} in Spam`,
            };
      toasts.error(
        isUncertain
          ? `The server didn't respond. ${check} before you try again.`
          : `${failed} Please try again.`,
        { key: `${key} not changed` },
      );
    } else if (done.length < chosen) {
      toasts.error(`${missed} ${goneText}`, { key: `${key} not changed` });
    }
  }

  async function remove() {
    const { done, error, chosen, message } = await run('Deleting', (ids, onProgress) =>
      removeOnce(ids, () => deleteRows(client, table, ids, onProgress)),
    );
    setAsking(undefined);
    if (done.length > 0) onRemoved(done);
    if (error || done.length < chosen) {
      const reason = error ? message : `They ${goneText}`;
      alert.show(explainDeletionError({ done: done.length, chosen, message: reason }, labels));
    } else {
      toasts.news(
        `${countEnquiries(done.length, labels)} ${done.length === 1 ? 'was' : 'were'} deleted.`,
      );
    }
  }

  return {
    progress,
    mark(status) {
      const what = labels.marks.find((item) => item.status === status)?.done ?? status;
      return mark({ status }, `marked as ${what}`);
    },
    markSpam: (is_spam) => mark({ is_spam }, is_spam ? 'moved to Spam' : 'moved out of Spam'),
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

type SelectionBarProps<Status extends string> = {
  labels: InboxLabels<Status>;
  selection: Selection;
  shown: readonly string[];
  total: number;
  onSelectAll: () => void;
  selecting: boolean;
  bulk: Bulk<Status>;
  onExport: () => void;
  exporting: boolean;
  inSpam: boolean;
  children: ReactNode;
};

export function SelectionBar<Status extends string>({
  labels,
  selection,
  shown,
  total,
  onSelectAll,
  selecting,
  bulk,
  onExport,
  exporting,
  inSpam,
  children,
}: SelectionBarProps<Status>) {
  const chosen = selection.ids.size;
  const onPage = shown.filter((id) => selection.ids.has(id)).length;
  const isWholePage = shown.length > 0 && onPage === shown.length;
  const busy = bulk.progress !== undefined;
  const spam = {
    label: inSpam ? 'Not spam' : 'Spam',
    Icon: inSpam ? ShieldCheck : ShieldAlert,
    busy,
    onClick: () => void bulk.markSpam(!inSpam),
  };
  const deletion = { label: 'Delete', Icon: Trash2, busy, onClick: bulk.askToDelete };

  return (
    <>
      <div className="flex items-center justify-between gap-x-4 sm:flex-wrap">
        <Checkbox
          label={
            <>
              <span className="whitespace-nowrap">Select all</span>
              <span className="max-sm:sr-only"> on this page</span>
            </>
          }
          checked={isWholePage}
          partly={onPage > 0}
          onChange={(checked) => selection.set(shown, checked)}
        />
        {children}
      </div>
      {chosen > 0 && (
        <SelectionActions
          status={bulk.progress ?? `${countEnquiries(chosen, labels)} selected`}
          busy={busy}
          onClear={selection.clear}
        >
          {isWholePage && chosen < total && (
            <BulkButton
              label={
                selecting
                  ? 'Selecting...'
                  : `Select all ${total.toLocaleString('en-CA')} that match`
              }
              busy={selecting || busy}
              onClick={onSelectAll}
              className="max-sm:col-span-2"
            />
          )}
          {(inSpam ? [] : labels.marks).map(({ status, label }, index) => (
            <BulkButton
              key={status}
              Icon={index === 0 ? CircleCheck : Undo2}
              {...{ label, busy, onClick: () => bulk.mark(status) }}
            />
          ))}
          <BulkButton {...spam} className="max-sm:hidden" />
          <BulkButton
            Icon={Download}
            label="Export selection"
            busy={busy || exporting}
            onClick={onExport}
          />
          <BulkButton {...deletion} className="max-sm:hidden" />
          <RowMenu
            what={`${countEnquiries(chosen, labels)} selected`}
            items={[spam, deletion]}
            className="justify-self-end"
          />
        </SelectionActions>
      )}
    </>
  );
}

export type InboxLabels<Status extends string = string> = {
  title: string;
  entity: string;
  entityPlural: string;
  record: string;
  records: string;
  short: string;
  tabs: { label: string; status: Status | SpamTab | undefined; empty: string }[];
  marks: { status: Status; label: string; done: string }[];
  sorts: { key: string; label: string; ascending: string; descending: string }[];
};

export function countEnquiries(
  count: number,
  { entity, entityPlural }: Pick<InboxLabels, 'entity' | 'entityPlural'>,
) {
  return pluralize(count, entity, entityPlural);
}

/** Asks before deleting one or more enquiries. */
export function deletionQuestion(
  count: number,
  { record, records }: Pick<InboxLabels, 'record' | 'records'>,
): string {
  const what = count === 1 ? `this ${record}` : `these ${count.toLocaleString('en-CA')} ${records}`;
  return `Are you sure you want to delete ${what}? This action cannot be undone.`;
}

export function explainDeletionError(
  { done, chosen, message }: { done: number; chosen: number; message: string | undefined },
  { record, records, short }: Pick<InboxLabels, 'record' | 'records' | 'short'>,
): string {
  const number = (count: number) => count.toLocaleString('en-CA');
  if (message === undefined) {
    const missing = chosen - done;
    return `An unexpected error occurred while deleting ${short}.\nThe server didn't respond. ${number(missing)} ${missing === 1 ? record : records} may already be deleted. It's safe to try again.`;
  }
  const deleted =
    done === 0
      ? `None of the ${number(chosen)} ${chosen === 1 ? `${record} was` : `${records} were`} deleted.`
      : `${number(done)} of ${number(chosen)} ${done === 1 ? 'was' : 'were'} deleted, ${number(chosen - done)} ${chosen - done === 1 ? 'was' : 'were'} not.`;
  return `Failed to delete ${number(chosen - done)} ${chosen - done === 1 ? record : records}: ${message}\n${deleted}`;
}
