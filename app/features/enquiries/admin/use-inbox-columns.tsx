import { CircleCheck, Eye, Mail, Phone, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import {
  RowAction,
  RowActionList,
  RowLink,
  RowMenu,
  rowActionClass,
} from '#app/admin/lists/row-actions.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { useStableCallback } from '#app/ui/use-stable-callback.ts';
import type { EnquiryRow } from '../inbox.ts';
import type { InboxLabels } from './inbox-labels.ts';
import { withMailMarks } from './mail-note.tsx';
import type { EnquiryChanges } from './use-enquiry-changes.ts';
import { usePhoneHref } from './use-phone-href.ts';
import type { UnsentMails } from './use-unsent-mails.ts';

type InboxColumnsOptions<Row extends EnquiryRow, Status extends string> = {
  columns: TableColumn<Row>[];
  labels: InboxLabels<Status>;
  mails: UnsentMails;
  changes: EnquiryChanges<Row, Status>;
  onView: (row: Row) => void;
  getName: (row: Row) => string;
  getReplyHref: (row: Row) => string;
};

/** The columns of an inbox with marks of unsent e-mails and with actions; they stay the same between renders. */
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
  const phoneHref = usePhoneHref(row.phone ?? '');
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
        aria-label={`E-mail: ${what}`}
        title="E-mail"
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
