import { CircleCheck, Eye, Mail, Phone, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react';
import { toPhoneHref } from '#app/domain/enquiries/mailto.ts';
import { RowLink } from '../lists/open-link.tsx';
import { RowAction, RowActionList, rowActionClass } from '../lists/row-action.tsx';
import { RowMenu } from '../lists/row-menu.tsx';

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

export function RowActions(props: RowActionsProps) {
  const { row, what, busy, replyHref, onView, markDone, onSpam, onDelete } = props;
  const deletion = { label: 'Delete', Icon: Trash2, onClick: onDelete };
  const spam = { label: 'Spam', Icon: ShieldAlert, busy, onClick: onSpam };
  return (
    <RowActionList>
      <RowLink id={row.id} label="View" what={what} Icon={Eye} onOpen={onView} />
      {row.phone && (
        <a
          href={toPhoneHref(row.phone)}
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
