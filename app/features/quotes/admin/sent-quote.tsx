import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { downloadBlob } from '#app/admin/download.ts';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, pollIntervalMs } from '#app/admin/query-client.ts';
import { DetailList } from '#app/admin/records/detail-rows.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatDay, formatMoment, toIsoDay } from '#app/lib/dates.ts';
import { mailReasonTexts } from '#app/lib/mail-reasons.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { describeUnprintableParts } from '#app/lib/printable.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { describeEvent } from '../describe-event.ts';
import { quoteContentSchema } from '../quote-content.ts';
import { markQuoteRead } from '../quote-summaries.ts';
import {
  type Quote,
  type QuoteHistory,
  readQuote,
  readQuoteDocument,
  readQuoteHistory,
  verifyQuote,
} from '../quotes.ts';
import {
  deleteQuoteReminder,
  explainReminder,
  listUnsentQuoteMails,
  retryQuoteMails,
  saveQuoteReminder,
} from '../staff-actions.ts';
import { OrderSection } from './order-section.tsx';
import { QuoteActions } from './quote-actions.tsx';
import { Messages } from './quote-messages.tsx';
import { QuoteTitle } from './quote-state-badge.tsx';
import { ReviewSection } from './review-section.tsx';
import { AcceptedVersion, SentVersion, SentVersions, UnsentChanges } from './sent-versions.tsx';
import {
  FormDialog,
  type QuoteProps,
  type SectionProps,
  useQuoteAction,
} from './use-quote-action.tsx';

/** A sent quote: open tasks, sent versions, and history. */
export function SentQuote({ quote: start }: QuoteProps) {
  const client = useAdminClient();
  const row = useQuery({
    queryKey: ['quotes', 'row', start.id],
    queryFn: () => readQuote(client, start.id),
    refetchInterval: pollIntervalMs,
  });
  const quote = row.data ?? start;
  const query = useQuery({
    queryKey: ['quotes', 'history', quote.id],
    queryFn: () => readQuoteHistory(client, quote.id),
    refetchInterval: pollIntervalMs,
  });
  useMarkRead(quote, query.isSuccess);
  const isClosed = quote.state === 'withdrawn' || quote.erased_at !== null;
  return (
    <>
      <QuoteTitle quote={quote} requestId={quote.quote_request_id}>
        {!isClosed && (
          <Link to="?edit=1" className={buttonClass('secondary', 'sm:ml-auto')}>
            New version
          </Link>
        )}
      </QuoteTitle>
      <ListStates entityPlural="events" shape="text" query={query}>
        {(history) => <QuoteSections quote={quote} history={history} />}
      </ListStates>
    </>
  );
}

/** Shows the tasks of staff first: answer a question, then collect payments and record stages. */
export function QuoteSections({ quote, history }: SectionProps) {
  const isAsked = quote.question_at !== null;
  const isOrder = quote.accepted_version !== null;
  return (
    <div className="grid gap-5">
      <UnsentMails quote={quote} />
      {isAsked && <Messages quote={quote} history={history} />}
      {isOrder && <OrderSection quote={quote} history={history} />}
      {isOrder && <ReviewSection quote={quote} history={history} />}
      <UnsentChanges quote={quote} history={history} />
      <QuoteActions quote={quote} history={history} />
      <SentVersion quote={quote} history={history} />
      <Reminders quote={quote} history={history} />
      <AcceptedVersion quote={quote} history={history} />
      <Documents quote={quote} history={history} />
      {!isAsked && <Messages quote={quote} history={history} />}
      <SentVersions quote={quote} history={history} />
      <EvidenceLog quote={quote} history={history} />
    </div>
  );
}

function UnsentMails({ quote }: QuoteProps) {
  const client = useAdminClient();
  const { busy, run } = useQuoteAction();
  const { data = [] } = useQuery({
    queryKey: ['quotes', 'unsent-mails'],
    queryFn: () => listUnsentQuoteMails(client),
    refetchInterval: pollIntervalMs,
  });
  const unsent = data.filter((mail) => mail.quote_id === quote.id);
  const [first] = unsent;
  if (!first) return null;
  return (
    <div role="status" className="warning">
      <p className="font-medium wrap-anywhere">
        {[
          first.to === 'customer'
            ? 'An email to the customer has not been sent.'
            : 'An email to you has not been sent.',
          first.reason && mailReasonTexts[first.reason],
          first.detail && `The mail server said: ${first.detail}`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <Button
        variant="secondary"
        className="mt-2"
        disabled={busy}
        onClick={() =>
          run(async () => {
            await retryQuoteMails(client, quote.id);
            return undefined;
          }, 'Sending the email again.')
        }
      >
        Try again
      </Button>
    </div>
  );
}

type Reminder = QuoteHistory['reminders'][number];

const maxReminders = 3;

function Reminders({ quote, history }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useQuoteAction();
  const [edited, setEdited] = useState<Reminder | 'new'>();
  const reminders = history.reminders.filter(({ version }) => version === quote.version);
  const waiting = reminders.filter(({ status }) => status === 'waiting');
  const used = reminders.filter(({ status }) => status !== 'cancelled');
  const canChange = quote.state === 'sent' || quote.state === 'viewed';
  if (!canChange && used.length === 0) return null;
  const isPossible = canChange && quote.customer_email !== null && !quote.reminders_stopped_at;

  return (
    <FormSection title="Reminders" intro={describeReminders()}>
      {used.length > 0 && (
        <ul className="mb-4 grid gap-3">
          {used.map((reminder) => (
            <li
              key={reminder.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b pb-3"
            >
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <p className="font-medium">
                  {reminder.status === 'waiting'
                    ? `Due ${formatMoment(reminder.due_at)}`
                    : `Sent ${formatMoment(reminder.queued_at ?? reminder.due_at)}`}
                </p>
                <p className="whitespace-pre-wrap text-ink-soft">
                  {reminder.body || 'No message of your own'}
                </p>
              </div>
              {reminder.status === 'waiting' && (
                <div className="flex gap-3">
                  <Button
                    variant="secondary"
                    disabled={busy}
                    aria-label={`Change the reminder of ${formatDay(reminder.due_at)}`}
                    onClick={() => setEdited(reminder)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="secondary"
                    disabled={busy}
                    aria-label={`Remove the reminder of ${formatDay(reminder.due_at)}`}
                    onClick={() =>
                      run(async () => {
                        await deleteQuoteReminder(client, reminder.id);
                        return undefined;
                      }, 'Reminder removed.')
                    }
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {isPossible && used.length < maxReminders && (
        <Button variant="secondary" disabled={busy} onClick={() => setEdited('new')}>
          Add a reminder
        </Button>
      )}
      {edited && (
        <ReminderDialog
          quote={quote}
          reminder={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </FormSection>
  );

  function describeReminders(): string {
    if (quote.reminders_stopped_at) return 'The customer turned off reminders for this quote.';
    if (!quote.customer_email)
      return 'The customer has no email address, so no reminders are sent.';
    const [next] = waiting;
    if (!next) return 'No reminders are scheduled.';
    return `The next one goes out on ${formatMoment(next.due_at)} Any answer stops them.`;
  }
}

type ReminderDialogProps = QuoteProps & { reminder: Reminder | undefined; onClose: () => void };

function ReminderDialog({ quote, reminder, onClose }: ReminderDialogProps) {
  const client = useAdminClient();
  const today = toIsoDay(new Date());
  const [day, setDay] = useState(reminder ? toIsoDay(reminder.due_at) : today);
  const [body, setBody] = useState(reminder?.body ?? '');
  const save = async () =>
    explainReminder(await saveQuoteReminder(client, quote.id, { id: reminder?.id, day, body }));
  return (
    <FormDialog
      title={reminder ? 'Change the reminder' : 'Add a reminder'}
      submit={{ label: 'Save the reminder', run: save, done: 'Reminder saved.' }}
      onClose={onClose}
    >
      <TextField
        label="Day"
        type="date"
        required
        min={today}
        max={quote.valid_until ?? undefined}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        hint="Sent at 10 in the morning. Weekend dates move to Monday."
      />
      <TextAreaField
        label="Your message"
        rows={4}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
        hint="The email also includes the link, the total, the last day, and a way to stop reminders."
      />
    </FormDialog>
  );
}

function Documents({ quote, history }: SectionProps) {
  const { documents, events, details } = history;
  const client = useAdminClient();
  const toasts = useToasts();
  async function save(document: QuoteHistory['documents'][number]) {
    try {
      const kind = document.type === 'acceptance' ? 'accepted' : 'quote';
      downloadBlob({
        name: `${kind}-${quote.number}-version-${document.version}.pdf`,
        blob: await readQuoteDocument(client, document),
      });
    } catch (error) {
      logError('Document read failed', error);
      toasts.error("Couldn't open the document. Please try again.");
    }
  }
  const shown = documents.filter(({ status }) => status !== 'erased').reverse();
  if (shown.length === 0) return null;
  const accepted = events.filter(({ type }) => type === 'accepted').map(({ id }) => id);
  const names = details.filter(
    ({ event_id, field }) => field === 'name' && accepted.includes(event_id),
  );
  const unprintable = names.flatMap(({ value }) =>
    describeUnprintableParts('The certificate', [
      ['the name that the customer typed', value ?? ''],
    ]),
  );
  return (
    <FormSection title="Documents">
      {[...new Set(unprintable)].map((sentence) => (
        <p key={sentence} role="status" className="mb-4 warning">
          {sentence} It shows a code such as [U+13000] instead.
        </p>
      ))}
      <ul className="flex flex-wrap gap-3">
        {shown.map((document) => (
          <li key={document.id}>
            <Button
              variant="secondary"
              disabled={document.status === 'waiting'}
              onClick={() => void save(document)}
            >
              {`${document.type === 'acceptance' ? 'Acceptance' : 'Offer'}, version ${document.version} (${document.status === 'waiting' ? 'PDF, in progress' : 'PDF'})`}
            </Button>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** Marks what the customer has done as read, for all staff, once it is on the screen. */
function useMarkRead({ id, unread_at }: Quote, isShown: boolean): void {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unread_at === null || !isShown) return;
    markQuoteRead(client, id, unread_at).then(
      () => invalidateTable(queryClient, 'quotes'),
      (error) => logError('Quote read mark failed', error),
    );
  }, [client, queryClient, id, unread_at, isShown]);
}

function EvidenceLog({ quote, history }: SectionProps) {
  const client = useAdminClient();
  const [isOpen, setOpen] = useState(false);
  const [report, setReport] = useState<string>();
  const { events } = history;

  async function verify() {
    try {
      const result = await verifyQuote(client, quote.id);
      setReport(
        result.status === 'intact'
          ? `The log is intact: ${pluralize(result.events, 'event')}. Last hash: ${result.head}`
          : result.status === 'broken'
            ? `The log breaks at event ${result.sequence}: ${result.problem}.`
            : 'This quote has no log.',
      );
    } catch (error) {
      logError('Evidence log check failed', error);
      setReport("Couldn't verify the log. Please try again.");
    }
  }

  return (
    <details
      className="rounded-md border border-line bg-sheet px-4 py-3 sm:px-6"
      onToggle={(event) =>
        event.target === event.currentTarget && setOpen(event.currentTarget.open)
      }
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Evidence log ({pluralize(events.length, 'event')})
      </summary>
      {isOpen && (
        <ol className="mt-2 divide-y divide-line border-line border-y">
          {events.map((event) => (
            <li key={event.id}>
              <Entry event={event} history={history} />
            </li>
          ))}
        </ol>
      )}
      <div className="mt-4">
        <Button variant="secondary" onClick={verify}>
          Verify the log
        </Button>
      </div>
      <p role="status" className="mt-3 wrap-anywhere empty:hidden">
        {report}
      </p>
    </details>
  );
}

type EntryProps = { event: QuoteHistory['events'][number]; history: QuoteHistory };

function Entry({ event, history: { details, versions } }: EntryProps) {
  const getContent = (version: number) =>
    quoteContentSchema.safeParse(versions.find((sent) => sent.version === version)?.content).data;
  const own = details.filter(({ event_id }) => event_id === event.id);
  const { title, actor, facts } = describeEvent(event, own, getContent);
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 wrap-anywhere">
        {event.sequence}. {formatMoment(event.occurred_at)}: {title}
        <span className="text-ink-soft">, {actor.toLowerCase()}</span>
      </summary>
      <div className="pb-4 pl-4">
        <DetailList items={facts} />
      </div>
    </details>
  );
}
