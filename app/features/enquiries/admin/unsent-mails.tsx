import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { MailWarning, Send } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useFocusFallback } from '#app/admin/lists/return-focus.ts';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { type MailReason, mailReasons, mailReasonTexts } from '#app/lib/mail-reasons.ts';
import { z } from '#app/lib/zod.ts';
import { Button } from '#app/ui/button.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { useToasts } from '#app/ui/toast.tsx';

/** An unsent email to the owner. Times are ISO 8601. */
export type UnsentMail = {
  enquiry_id: string;
  /** A failed one is not retried automatically. */
  status: 'waiting' | 'failed';
  /** Null before the first attempt. */
  reason: MailReason | null;
  /** The mail server's answer or the network error. */
  detail: string | null;
  attempted_at: string | null;
  /** Null if it has failed. */
  next_attempt_at: string | null;
};

const retriedSoonMs = 90_000;

/** Whether the next attempt is due within 90 seconds. */
function isRetriedSoon({ next_attempt_at }: UnsentMail, now: Date): boolean {
  return next_attempt_at !== null && Date.parse(next_attempt_at) - now.getTime() < retriedSoonMs;
}

/** Explains an unsent email to staff: why, the server's answer, and the next attempt. */
export function explainUnsentMail(mail: UnsentMail, now: Date): string[] {
  const { reason, detail, attempted_at } = mail;
  return [
    reason ? mailReasonTexts[reason] : 'Not sent yet.',
    ...(detail ? [`Details: ${detail}`] : []),
    ...(attempted_at ? [`Last attempt: ${formatMoment(attempted_at)}`] : []),
    `Next attempt: ${renderNextAttempt(mail, now)}`,
  ];
}

function renderNextAttempt(mail: UnsentMail, now: Date): string {
  if (mail.next_attempt_at === null) return 'none unless you send it again';
  if (isRetriedSoon(mail, now)) return 'within two minutes';
  return formatMoment(mail.next_attempt_at);
}

const unsentMails: z.ZodType<UnsentMail[]> = z.array(
  z.object({
    enquiry_id: z.string(),
    status: z.enum(['waiting', 'failed']),
    reason: z.enum(mailReasons).nullable(),
    detail: z.string().nullable(),
    attempted_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
  }),
);

async function readUnsentMails(client: Client, enquiryIds: string[]): Promise<UnsentMail[]> {
  const { data } = await client
    .rpc('list_unsent_mails', { enquiry_ids: enquiryIds })
    .throwOnError();
  return unsentMails.parse(data);
}

/**
 * Makes the email due now and resets its attempts. Returns false if it has been sent meanwhile.
 */
async function retryMail(client: Client, enquiryId: string): Promise<boolean> {
  const { data } = await client.rpc('retry_mail', { enquiry_id: enquiryId }).throwOnError();
  return data;
}

const shortPollIntervalMs = 3_000;

export type UnsentMails = {
  get: (enquiry: string) => UnsentMail | undefined;
  isSending: boolean;
  sendAgain: (enquiry: string) => void;
};

export function useUnsentMails(rows: readonly ({ id: string } | undefined)[]): UnsentMails {
  const client = useAdminClient();
  const toasts = useToasts();
  const requested = useRef(new Set<string>());
  const ids = [...new Set(rows.flatMap((row) => (row ? [row.id] : [])))].sort();
  const { data: mails, isPlaceholderData } = useQuery({
    queryKey: ['unsent_mails', ids],
    queryFn: () => readUnsentMails(client, ids),
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((mail) => isRetriedSoon(mail, new Date()))
        ? shortPollIntervalMs
        : pollIntervalMs,
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending } = useMutation({
    mutationKey: ['unsent_mails'],
    async mutationFn(enquiry: string) {
      requested.current.add(enquiry);
      const isWaiting = await retryMail(client, enquiry);
      if (isWaiting) toasts.news('Sending the email again.', { key: 'mail' });
    },
    onError: (error) =>
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : "Couldn't send the email again. Please try again.",
        { key: 'mail' },
      ),
  });

  const reportSent = useEffectEvent((unsent: UnsentMail[]) => {
    const isSent = (id: string) =>
      ids.includes(id) && !unsent.some(({ enquiry_id }) => enquiry_id === id);
    const sent = [...requested.current].filter(isSent);
    for (const id of sent) requested.current.delete(id);
    if (sent.length > 0) toasts.news('Email sent.', { key: 'mail' });
  });
  useEffect(() => {
    if (mails && !isPlaceholderData) reportSent(mails);
  }, [mails, isPlaceholderData]);

  return {
    get: useCallback((enquiry) => mails?.find((mail) => mail.enquiry_id === enquiry), [mails]),
    isSending: isPending,
    sendAgain: (enquiry) => isPending || mutate(enquiry),
  };
}

/** Columns with more below the status. */
export function withBelowStatus<Row>(
  columns: TableColumn<Row>[],
  render: (row: Row) => ReactNode,
): TableColumn<Row>[] {
  return columns.map((column) =>
    column.header === 'Status'
      ? {
          ...column,
          cell: (row) => (
            <>
              {column.cell(row)}
              {render(row)}
            </>
          ),
        }
      : column,
  );
}

export function withMailMarks<Row extends { id: string }>(
  columns: TableColumn<Row>[],
  getMail: UnsentMails['get'],
): TableColumn<Row>[] {
  return withBelowStatus(columns, ({ id }) => <MailMark mail={getMail(id)} />);
}

function MailMark({ mail }: { mail: UnsentMail | undefined }) {
  if (!mail) return null;
  return (
    <span className="mt-1 flex items-center gap-1.5 font-medium text-barn text-sm">
      <MailWarning aria-hidden className="size-4 shrink-0" />
      <span>{mail.status === 'failed' ? 'Email not sent' : 'Email delayed'}</span>
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
          aria-label="Email to you"
          className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 warning"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-semibold">The email to you about this hasn't been sent</p>
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

/** Tells staff that the sender of an enquiry did not get the confirmation, perhaps because of a mistyped address. */
export function ConfirmationNote({ id, email }: { id: string; email: string }) {
  const client = useAdminClient();
  const { data: failed } = useQuery({
    queryKey: ['failed_confirmations', id],
    queryFn: async () => {
      const { data } = await client
        .rpc('list_failed_confirmations', { enquiry_ids: [id] })
        .throwOnError();
      return data;
    },
  });
  if (!failed?.includes(id)) return null;
  return (
    <p className="mb-5 warning [overflow-wrap:anywhere]">
      {`The confirmation to ${email} wasn't delivered. Check the address for typos.`}
    </p>
  );
}
