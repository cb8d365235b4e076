import { useDeletion } from '#app/admin/records/use-deletion.tsx';
import type { OpenRow } from '#app/admin/records/use-records.tsx';
import { useRowMutation } from '#app/admin/records/use-records.tsx';
import type { Client } from '#app/lib/client.ts';
import { useToasts } from '#app/ui/toast.tsx';
import type { EnquiryRow } from '../inbox.ts';
import type { EnquiryFrame } from './enquiry-detail.tsx';
import { deletionQuestion, type InboxLabels } from './inbox-labels.ts';
import type { Selection } from './use-selection.ts';
import type { UnsentMails } from './use-unsent-mails.ts';

type Values<Status extends string> = { status: Status } | { is_spam: boolean };
type Change<Status extends string> = { id: string; values: Values<Status>; silent?: boolean };

type Options<Row extends EnquiryRow, Status extends string> = {
  table: string;
  labels: InboxLabels<Status>;
  selection: Selection;
  open: OpenRow<Row>;
  mails: UnsentMails;
  update: (client: Client, id: string, values: Values<Status>) => Promise<Row>;
  remove: (client: Client, id: string) => Promise<unknown>;
  getName: (row: Row) => string;
  noResponse: string;
  onRemoved?: (row: Row) => void;
};

export type EnquiryChanges<Row extends EnquiryRow, Status extends string> = ReturnType<
  typeof useEnquiryChanges<Row, Status>
>;

export function useEnquiryChanges<Row extends EnquiryRow, Status extends string>(
  options: Options<Row, Status>,
) {
  const { table, labels, selection, open, mails, update, getName } = options;
  const toasts = useToasts();
  const { change, isBusy } = useRowMutation<Row, Change<Status>>({
    table,
    subject: ({ values }) => ('status' in values ? 'The status' : 'The mark'),
    mutate: (client, { id, values }) => update(client, id, values),
    aspect: ({ values }) => ('status' in values ? 'status' : 'spam'),
    describe(row, { values, silent }) {
      if (silent) return '';
      if ('is_spam' in values) {
        return `${getName(row)} is ${values.is_spam ? 'moved to Spam' : 'moved back from Spam'}.`;
      }
      const done = labels.marks.find(({ status }) => status === values.status)?.done;
      return `${getName(row)} is marked as ${done ?? values.status}.`;
    },
    onSuccess(row, { values }) {
      open.update(row);
      if ('is_spam' in values) selection.set([row.id], false);
    },
  });
  const deletion = useDeletion({
    table,
    question: deletionQuestion(1, labels),
    remove: (client, row: Row) => options.remove(client, row.id),
    onSuccess(_deleted, row) {
      options.onRemoved?.(row);
      open.closeIf(row.id);
      selection.set([row.id], false);
      toasts.news(`${getName(row)} is deleted.`, { key: `${table} ${row.id} status` });
    },
    explainError: (message) => `Failed to delete ${labels.record}: ${message}`,
    noResponse: options.noResponse,
  });

  const setStatus = (row: Row, status: Status, { silent = false } = {}) =>
    change({ id: row.id, values: { status }, silent });
  const toggleSpam = (row: Row) => change({ id: row.id, values: { is_spam: !row.is_spam } });

  return {
    setStatus,
    toggleSpam,
    isBusy,
    askToDelete: deletion.ask,
    dialogs: deletion.dialogs,
    getFrame: (row: Row): EnquiryFrame<Status> => ({
      busy: isBusy(row.id),
      mail: mails.get(row.id),
      sendingMail: mails.isSending,
      onSendAgain: () => mails.sendAgain(row.id),
      onStatus: (status) => setStatus(row, status),
      onSpam: () => toggleSpam(row),
      onDelete: () => deletion.ask(row),
      onClose: open.close,
      finalFocus: open.finalFocus,
      dialogs: deletion.dialogs,
    }),
  };
}
