import { CircleCheck, Eye, Mail, Phone, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import {
  RowAction,
  RowActionList,
  RowLink,
  RowMenu,
  rowActionClass,
} from '#app/admin/lists/row-actions.tsx';
import { usePhoneHref } from '#app/admin/records/detail-rows.tsx';
import { useDeletion } from '#app/admin/records/use-deletion.tsx';
import { type OpenRow, useRowMutation } from '#app/admin/records/use-records.tsx';
import type { Client } from '#app/lib/client.ts';
import { type TableColumn, useStableCallback } from '#app/ui/table.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { EnquiryRow } from '../inbox.ts';
import type { EnquiryFrame } from './enquiry-detail.tsx';
import { deletionQuestion, type InboxLabels } from './inbox-labels.ts';
import type { Selection } from './selection-bar.tsx';
import { type UnsentMails, withMailMarks } from './unsent-mail-note.tsx';

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

type EnquiryChanges<Row extends EnquiryRow, Status extends string> = ReturnType<
  typeof useEnquiryChanges<Row, Status>
>;

export function useEnquiryChanges<Row extends EnquiryRow, Status extends string>(
  options: Options<Row, Status>,
) {
  const { table, labels, selection, open, mails, update, getName } = options;
  const toasts = useToasts();
  const { change, isBusy } = useRowMutation<Row, Change<Status>>({
    table,
    subject: ({ values }) => ('status' in values ? 'the status' : 'the spam mark'),
    mutate: (client, { id, values }) => update(client, id, values),
    aspect: ({ values }) => ('status' in values ? 'status' : 'spam'),
    describe(row, { values, silent }) {
      if (silent) return '';
      if ('is_spam' in values) {
        return `${getName(row)} was ${values.is_spam ? 'moved to Spam' : 'moved out of Spam'}.`;
      }
      const done = labels.marks.find(({ status }) => status === values.status)?.done;
      return `${getName(row)} was marked as ${done ?? values.status}.`;
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
      toasts.news(`${getName(row)} was deleted.`, { key: `${table} ${row.id} status` });
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

type InboxColumnsOptions<Row extends EnquiryRow, Status extends string> = {
  columns: TableColumn<Row>[];
  labels: InboxLabels<Status>;
  mails: UnsentMails;
  changes: EnquiryChanges<Row, Status>;
  onView: (row: Row) => void;
  getName: (row: Row) => string;
  getReplyHref: (row: Row) => string;
};

/** The columns of an inbox with marks of unsent emails and with actions; they stay the same between renders. */
export function useInboxColumns<
  Row extends EnquiryRow & { phone: string | null },
  Status extends string,
>(options: InboxColumnsOptions<Row, Status>): TableColumn<Row>[] {
  const { columns, labels, changes, getName, getReplyHref } = options;
  const view = useStableCallback(options.onView);
  const setStatus = useStableCallback(changes.setStatus);
  const toggleSpam = useStableCallback(changes.toggleSpam);
  const askToDelete = useStableCallback(changes.askToDelete);
  const { get: getMail } = options.mails;
  const { isBusy } = changes;
  const [done] = labels.marks;
  return useMemo(
    () => [
      ...withMailMarks(columns, getMail),
      {
        header: 'Actions',
        compact: 'actions',
        cell: (row) => (
          <RowActions
            row={row}
            replyHref={getReplyHref(row)}
            what={getName(row)}
            busy={isBusy(row.id)}
            onView={() => view(row)}
            markDone={
              done && row.status !== done.status
                ? { label: done.label, onClick: () => setStatus(row, done.status) }
                : undefined
            }
            onSpam={() => toggleSpam(row)}
            onDelete={() => askToDelete(row)}
          />
        ),
      },
    ],
    [
      columns,
      done,
      getMail,
      getName,
      getReplyHref,
      isBusy,
      view,
      setStatus,
      toggleSpam,
      askToDelete,
    ],
  );
}

type RowActionsProps = {
  row: { id: string; phone: string | null; is_spam: boolean };
  what: string;
  busy: boolean;
  replyHref: string;
  onView: () => void;
  markDone?: { label: string; onClick: () => void } | undefined;
  onSpam: () => void;
  onDelete: () => void;
};

function RowActions(props: RowActionsProps) {
  const { row, what, busy, replyHref, onView, markDone, onSpam, onDelete } = props;
  const deletion = { label: 'Delete', Icon: Trash2, onClick: onDelete };
  const phoneHref = usePhoneHref(row.phone);
  const spam = { label: 'Spam', Icon: ShieldAlert, busy, onClick: onSpam };
  return (
    <RowActionList>
      <RowLink id={row.id} label="View" what={what} Icon={Eye} onOpen={onView} />
      {phoneHref && (
        <a
          href={phoneHref}
          aria-label={`Call: ${what}`}
          title="Call"
          className={`${rowActionClass} xl:hidden`}
        >
          <Phone aria-hidden className="size-5" />
        </a>
      )}
      <a
        href={replyHref}
        aria-label={`Email: ${what}`}
        title="Email"
        className={`${rowActionClass} xl:hidden`}
      >
        <Mail aria-hidden className="size-5" />
      </a>
      {!row.is_spam && markDone && (
        <RowAction what={what} Icon={CircleCheck} busy={busy} {...markDone} />
      )}
      {row.is_spam && (
        <RowAction label="Not spam" what={what} Icon={ShieldCheck} busy={busy} onClick={onSpam} />
      )}
      <RowAction {...deletion} what={what} iconOnly className="max-sm:hidden" />
      <RowMenu what={what} items={row.is_spam ? [deletion] : [spam, deletion]} />
    </RowActionList>
  );
}
