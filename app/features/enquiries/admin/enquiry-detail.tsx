import { Check, Reply, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ContactButtons, type Person } from '#app/admin/records/detail-rows.tsx';
import { formatMoment } from '#app/lib/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { EnquiryRow } from '../inbox.ts';
import { explainSpam } from '../spam.ts';
import type { UnsentMail } from '../unsent-mails.ts';
import { MailNote } from './unsent-mail-note.tsx';

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
          <p>{`Received ${formatMoment(row.created_at)}`}</p>
        </div>
      </div>
      <ContactButtons email={person.email} phone={person.phone} />
      <SpamNote row={row} />
      <MailNote mail={mail} sending={sendingMail} onSendAgain={onSendAgain} />
      {children}
      {dialogs}
    </Dialog>
  );
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
