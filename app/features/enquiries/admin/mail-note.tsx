import { MailWarning, Send } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useFocusFallback } from '#app/admin/lists/return-focus.ts';
import { Button } from '#app/ui/button.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { explainUnsentMail, type UnsentMail } from '../enquiry-mail.ts';
import type { UnsentMails } from './use-unsent-mails.ts';

export function withMailMarks<Row extends { id: string }>(
  columns: TableColumn<Row>[],
  getMail: UnsentMails['get'],
): TableColumn<Row>[] {
  return columns.map((column) =>
    column.header === 'Status'
      ? {
          ...column,
          cell: (row) => (
            <>
              {column.cell(row)}
              <MailMark mail={getMail(row.id)} />
            </>
          ),
        }
      : column,
  );
}

function MailMark({ mail }: { mail: UnsentMail | undefined }) {
  if (!mail) return null;
  return (
    <span className="mt-1 flex items-center gap-1.5 font-medium text-barn text-sm">
      <MailWarning aria-hidden className="size-4 shrink-0" />
      <span>{mail.status === 'failed' ? 'E-mail not sent' : 'E-mail delayed'}</span>
    </span>
  );
}

export function MailNote({
  mail,
  sending,
  onSendAgain,
}: {
  mail: UnsentMail | undefined;
  sending: boolean;
  onSendAgain: () => void;
}) {
  // The focused button is removed with the note.
  const container = useRef<HTMLDivElement>(null);
  const enquiry = mail?.enquiry_id;
  const ids = useMemo(() => (enquiry ? [enquiry] : []), [enquiry]);
  useFocusFallback(ids, () => container.current?.focus());
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {mail && (
        <section
          aria-label="E-mail to you"
          className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 warning"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-semibold">The e-mail about this has not been sent to you</p>
            {explainUnsentMail(mail, new Date()).map((sentence) => (
              <p key={sentence} className="[overflow-wrap:anywhere]">
                {sentence}
              </p>
            ))}
          </div>
          <Button
            variant="secondary"
            className="px-4 aria-disabled:opacity-60"
            aria-disabled={sending}
            onClick={onSendAgain}
          >
            <Send aria-hidden className="size-5" />
            Send again
          </Button>
        </section>
      )}
    </div>
  );
}
