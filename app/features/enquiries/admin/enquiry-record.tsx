import {
  Check,
  CircleCheck,
  Eye,
  Mail,
  Phone,
  Reply,
  ShieldAlert,
  ShieldCheck,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import {
  RowAction,
  RowActionList,
  RowLink,
  RowMenu,
  rowActionClass,
} from '#app/admin/lists/row-actions.tsx';
import type { Selection } from '#app/admin/lists/selection.tsx';
import { ContactButtons, type Person, usePhoneHref } from '#app/admin/records/detail-rows.tsx';
import { useDeletion } from '#app/admin/records/use-deletion.tsx';
import { type OpenRow, useRowMutation } from '#app/admin/records/use-records.tsx';
import type { Client } from '#app/lib/client.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { type TableColumn, useStableCallback } from '#app/ui/table.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { EnquiryRow } from '../inbox.ts';
import { explainSpam } from '../spam.ts';
import { deletionQuestion, type InboxLabels } from './inbox-selection.tsx';
import {
  ConfirmationNote,
  MailNote,
  type UnsentMail,
  type UnsentMails,
  withMailMarks,
} from './unsent-mails.tsx';

export type EnquiryFrame<Status extends string> = {
  busy: boolean;
  mail: UnsentMail | undefined;
  sendingMail: boolean;
  onSendAgain: () => void;
  onStatus: (status: Status) => void;
  onSpam: () => void;
  onDelete: () => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  dialogs: ReactNode;
};

type EnquiryDetailProps<Status extends string> = EnquiryFrame<Status> & {
  title: string;
  row: EnquiryRow;
  badge: ReactNode;
  statuses: { value: Status; label: string }[];
  replyHref: string;
  /** The URL of a new quote, prefilled from this enquiry. */
  quoteHref: string;
  person: Person;
  children: ReactNode;
};

export function EnquiryDetail<Status extends string>({
  title,
  badge,
  person,
  mail,
  sendingMail,
  onSendAgain,
  onSpam,
  onClose,
  finalFocus,
  dialogs,
  children,
  ...actions
}: EnquiryDetailProps<Status>) {
  const { row, busy } = actions;
  return (
    <Dialog
      open
      inUrl
      size="lg"
      title={title}
      onClose={onClose}
      finalFocus={finalFocus}
      footer={<EnquiryActions {...actions} />}
    >
      <div className="mb-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        <p className="self-center font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
          {person.name}
        </p>
        <SpamButton row={row} busy={busy} onClick={onSpam} />
        <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          {badge}
          <p>{row.reference}</p>
          <p>{`Received ${formatMoment(row.created_at)}`}</p>
        </div>
      </div>
      <ContactButtons email={person.email} phone={person.phone} />
      <SpamNote row={row} />
      <MailNote mail={mail} sending={sendingMail} onSendAgain={onSendAgain} />
      <ConfirmationNote id={row.id} email={person.email} />
      {children}
      {dialogs}
    </Dialog>
  );
}

/** Where the sender of an enquiry lives, and how to reach them. */
export function listReachingDetails(row: {
  location: string | null;
  contact_preference: string | null;
}): [name: string, value: string | null][] {
  return [
    ['Town or Postal Code', row.location],
    ['Best Way to Reach', row.contact_preference],
  ];
}

type EnquiryActionsProps<Status extends string> = Pick<
  EnquiryDetailProps<Status>,
  'row' | 'statuses' | 'replyHref' | 'quoteHref' | 'busy' | 'onStatus' | 'onDelete'
>;

/** The buttons at the bottom of an enquiry's dialog. */
export function EnquiryActions<Status extends string>({
  row,
  statuses,
  replyHref,
  quoteHref,
  busy,
  onStatus,
  onDelete,
}: EnquiryActionsProps<Status>) {
  return (
    <div className="grid grid-cols-[1fr_1fr_1fr_1fr_auto] gap-2 sm:flex sm:flex-wrap sm:items-center">
      <Link to={quoteHref} className={buttonClass('primary', 'max-sm:col-span-2 max-sm:px-1')}>
        Create Quote
      </Link>
      <a
        href={replyHref}
        className={buttonClass('secondary', 'max-sm:col-span-3 max-sm:gap-1.5 max-sm:px-1')}
      >
        <Reply aria-hidden className="size-5" />
        Reply via Email
      </a>
      {statuses.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={row.status === value}
          aria-disabled={busy}
          className="inline-flex min-h-12 items-center justify-center gap-2 rounded-md border border-line-firm px-4 font-semibold max-sm:col-span-2 max-sm:gap-1 max-sm:px-1 hover:border-ink aria-disabled:cursor-progress aria-disabled:opacity-60 aria-pressed:border-ink aria-pressed:bg-pine"
          onClick={() => row.status === value || onStatus(value)}
        >
          {row.status === value && <Check aria-hidden className="size-5 shrink-0" />}
          <span>{label}</span>
        </button>
      ))}
      <button
        type="button"
        className="inline-flex min-h-12 items-center justify-center gap-2 rounded-md px-3 font-semibold text-barn hover:bg-barn-tint sm:ml-auto"
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-5" />
        <span className="max-sm:sr-only">Delete</span>
      </button>
    </div>
  );
}

type SpamNoteProps = { row: { is_spam: boolean; spam_reasons: string[] } };

function SpamNote({ row }: SpamNoteProps) {
  if (!row.is_spam) return null;
  return (
    <section aria-label="Spam" className="mb-5 warning">
      <p className="font-semibold">Marked as spam</p>
      <ul>
        {explainSpam(row.spam_reasons).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

type SpamButtonProps = SpamNoteProps & { busy: boolean; onClick: () => void };

function SpamButton({ row, busy, onClick }: SpamButtonProps) {
  const Icon = row.is_spam ? ShieldCheck : ShieldAlert;
  return (
    <Button
      variant="secondary"
      className="min-h-11 shrink-0 px-3 aria-disabled:cursor-progress aria-disabled:opacity-60"
      aria-disabled={busy}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-5" />
      <span>{row.is_spam ? 'Not spam' : 'Spam'}</span>
    </Button>
  );
}

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
    subject: ({ values }) =>
      'status' in values
        ? 'the status'
        : {
            failed: `Couldn't move the ${labels.entity} ${values.is_spam ? 'to' : 'out of'} Spam.`,
            check: 'Check whether it is in Spam',
          },
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
