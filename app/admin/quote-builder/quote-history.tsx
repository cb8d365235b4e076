import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  answerQuoteMessage,
  createQuoteLink,
  extendQuote,
  listUnsentQuoteMails,
  type Quote,
  type QuoteHistory,
  readQuoteDocument,
  readQuoteHistory,
  recordQuoteAcceptance,
  recordQuotePayment,
  recordQuoteStage,
  resendQuote,
  retryQuoteMails,
  revokeQuoteLinks,
  withdrawQuote,
} from '#app/data/quotes.ts';
import { formatCents } from '#app/domain/designs/price.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';
import { formatMoment, toIsoDay } from '#app/domain/format/dates.ts';
import { endSentence } from '#app/domain/format/end-sentence.ts';
import { quoteSelectionSchema } from '#app/domain/quotes/content.ts';
import { parseDollars } from '#app/domain/quotes/quantity.ts';
import { getProposedSelection } from '#app/domain/quotes/selection.ts';
import { describeAgreement, explainState } from '#app/domain/quotes/staff-messages.ts';
import {
  isOpenQuote,
  type OrderStage,
  orderStageLabels,
  type PaymentMethod,
  paymentMethodLabels,
} from '#app/domain/quotes/states.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { downloadBlob } from '../download.ts';
import { FormSection } from '../form-section.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { logError } from '../log-error.ts';
import { AmountField, SmallField, SmallSelect } from '../price-list/small-field.tsx';
import { pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { EvidenceLog } from './evidence-log.tsx';
import { AcceptedVersion, SentVersions, UnsentChanges } from './sent-versions.tsx';

type QuoteProps = { quote: Quote; onChanged: () => void };

/** What has happened to a sent quote, and what staff can do about it. */
export function QuoteHistoryView({ quote, onChanged }: QuoteProps) {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['quotes', 'history', quote.id],
    queryFn: () => readQuoteHistory(client, quote.id),
    refetchInterval: pollIntervalMs,
  });
  const changed = () => {
    void query.refetch();
    onChanged();
  };
  return (
    <ListStates entityPlural="events" shape="text" query={query}>
      {(history) => (
        <div className="mb-5 grid gap-5">
          <UnsentMails quote={quote} onChanged={changed} />
          <UnsentChanges quote={quote} history={history} />
          <Actions quote={quote} history={history} onChanged={changed} />
          <AcceptedVersion quote={quote} history={history} />
          <Documents quote={quote} history={history} />
          <Messages quote={quote} history={history} onChanged={changed} />
          {quote.accepted_version !== null && (
            <Order quote={quote} history={history} onChanged={changed} />
          )}
          <SentVersions quote={quote} history={history} />
          <EvidenceLog quote={quote} history={history} />
        </div>
      )}
    </ListStates>
  );
}

const mailReasons: Record<string, string> = {
  no_recipient: 'no recipient is set',
  no_mail_server: 'no mail server is set',
  unreachable: 'the mail server could not be reached',
  timeout: 'the mail server did not answer',
  authentication: 'the mail server did not take the password',
  deferred: 'the mail server put it off',
  rejected: 'the mail server refused it',
  unexpected: 'an unexpected error occurred',
};

function UnsentMails({ quote, onChanged }: QuoteProps) {
  const client = useAdminClient();
  const { busy, run } = useRun(onChanged);
  const { data = [] } = useQuery({
    queryKey: ['quotes', 'unsent-mails'],
    queryFn: () => listUnsentQuoteMails(client),
    refetchInterval: pollIntervalMs,
  });
  const unsent = data.filter((mail) => mail.quote_id === quote.id);
  const [first] = unsent;
  if (!first) return null;
  return (
    <div role="status" className="border-barn border-l-4 bg-barn-tint px-4 py-3">
      <p className="font-medium wrap-anywhere">
        {first.to === 'customer' ? 'An e-mail to the customer' : 'An e-mail to you'} has not been
        sent: {mailReasons[first.reason ?? ''] ?? 'it is still waiting'}
        {first.detail && ` (${first.detail})`}.
      </p>
      <Button
        variant="secondary"
        className="mt-2"
        disabled={busy}
        onClick={() =>
          run(async () => {
            await retryQuoteMails(client, quote.id);
            return undefined;
          }, 'It is sent again.')
        }
      >
        Send again
      </Button>
    </div>
  );
}

type SectionProps = QuoteProps & { history: QuoteHistory };

/** Runs an action and reports why it did nothing. */
function useRun(onChanged: () => void) {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  async function run(action: () => Promise<string | undefined>, done: string) {
    setBusy(true);
    try {
      const problem = await action();
      if (problem) toasts.failure(problem);
      else {
        toasts.news(done);
        onChanged();
      }
    } catch (error) {
      logError('Could not change a quote', error);
      toasts.failure('That could not be done. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

function Actions({ quote, history, onChanged }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useRun(onChanged);
  const [link, setLink] = useState<string>();
  const [until, setUntil] = useState(quote.valid_until ?? '');
  const [reason, setReason] = useState('');
  const isOpen = isOpenQuote(quote.state);
  const due = history.reminders.find(({ status }) => status === 'waiting');
  const agreement = describeAgreement(quote);

  async function copyLink() {
    const token = await createQuoteLink(client, quote.id);
    if (!token) return 'This quote has no link.';
    const url = `${window.location.origin}/quotes/${token}`;
    setLink(url);
    // Denied without a secure connection; the link is shown then.
    await navigator.clipboard?.writeText(url).catch(() => {});
    return undefined;
  }

  return (
    <FormSection
      title={describeState(quote)}
      intro={
        due && isOpen && endSentence(`The next reminder is due on ${formatMoment(due.due_at)}`)
      }
    >
      {agreement && <p className="mb-4 max-w-prose wrap-anywhere">{agreement}</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => run(copyLink, 'A new link is ready.')}
        >
          Copy a link
        </Button>
        {(isOpen || quote.state === 'accepted') && quote.customer_email && (
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() =>
              run(async () => {
                const status = await resendQuote(client, quote.id);
                if (status === 'too_many')
                  return 'It was sent five times today. Please wait a day.';
                return status === 'sent' ? undefined : 'It could not be sent again.';
              }, 'The e-mail is sent again.')
            }
          >
            Send the e-mail again
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() =>
            run(async () => {
              await revokeQuoteLinks(client, quote.id);
              return undefined;
            }, 'All links are ended.')
          }
        >
          End all links
        </Button>
        <Link
          to={`/admin/quote-builder/new?quote=${quote.id}`}
          className={buttonClass('secondary')}
        >
          Duplicate
        </Link>
      </div>
      {link && (
        <p className="mt-3 wrap-anywhere" role="status">
          {link}
        </p>
      )}
      {(isOpen || quote.state === 'expired') && (
        <div className="mt-5 grid items-end gap-4 sm:grid-cols-2">
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              void run(
                async () => explainState(await extendQuote(client, quote.id, until), 'extended'),
                'The day is changed.',
              );
            }}
          >
            <SmallField
              label="Valid until"
              type="date"
              min={toIsoDay(new Date())}
              required
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
            <Button type="submit" variant="secondary" disabled={busy}>
              Extend
            </Button>
          </form>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              void run(
                async () =>
                  explainState(await withdrawQuote(client, quote.id, reason), 'withdrawn'),
                'The quote is withdrawn.',
              );
            }}
          >
            <SmallField
              label="Reason for withdrawing"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button type="submit" variant="secondary" disabled={busy}>
              Withdraw
            </Button>
          </form>
        </div>
      )}
      {isOpen && <PhoneAcceptance quote={quote} history={history} onChanged={onChanged} />}
    </FormSection>
  );
}

/** The PDFs of all versions and acceptances, the newest first. */
function Documents({ quote, history: { documents } }: Omit<SectionProps, 'onChanged'>) {
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
      logError('Could not read a document', error);
      toasts.failure('The document could not be read. Please try again.');
    }
  }
  const shown = documents.filter(({ status }) => status !== 'erased').toReversed();
  if (shown.length === 0) return null;
  return (
    <FormSection title="Documents">
      <ul className="flex flex-wrap gap-3">
        {shown.map((document) => (
          <li key={document.id}>
            <Button
              variant="secondary"
              disabled={document.status === 'waiting'}
              onClick={() => void save(document)}
            >
              {document.type === 'acceptance' ? 'Acceptance' : 'Offer'}, version {document.version}{' '}
              (PDF{document.status === 'waiting' && ', being written'})
            </Button>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function describeState({
  state,
  version,
  valid_until,
  accepted_at,
  agreed_cents,
  decline_reason,
}: Quote) {
  switch (state) {
    case 'accepted':
      return `Accepted on ${formatMoment(accepted_at ?? '')} for ${formatCents(agreed_cents ?? 0)}`;
    case 'declined':
      return decline_reason ? `Declined: ${decline_reason}` : 'Declined';
    case 'expired':
      return `Expired on ${formatCalendarDay(valid_until)}`;
    case 'withdrawn':
      return 'Withdrawn';
    case 'change_requested':
      return `The customer asks for a change of version ${version}`;
    case 'viewed':
      return `The customer has seen version ${version}`;
    default:
      return `Version ${version} is sent`;
  }
}

function PhoneAcceptance({ quote, history, onChanged }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useRun(onChanged);
  const [attempt] = useState(() => crypto.randomUUID());
  const [note, setNote] = useState('');
  const sent = history.versions.find(({ version }) => version === quote.version);
  if (!sent) return null;
  const chosen = quoteSelectionSchema.safeParse(quote.selection);
  const selection = chosen.success
    ? chosen.data
    : getProposedSelection(sent.content as unknown as Quote['content']);
  return (
    <details className="mt-5">
      <summary className="min-h-11 cursor-pointer py-2">The customer has accepted by phone</summary>
      <form
        className="mt-2 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const acceptance = {
            version: quote.version,
            selection,
            name: quote.customer_name,
            note,
            attempt,
          };
          void run(
            async () =>
              explainState(await recordQuoteAcceptance(client, quote.id, acceptance), 'accepted'),
            'The acceptance is recorded.',
          );
        }}
      >
        <TextField
          label="When, and what was said"
          maxLength={500}
          required
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" disabled={busy}>
          Record the acceptance of version {quote.version}
        </Button>
      </form>
    </details>
  );
}

function Messages({ quote, history: { messages }, onChanged }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useRun(onChanged);
  const [body, setBody] = useState('');
  const [id, setId] = useState(() => crypto.randomUUID());
  if (messages.length === 0) return null;
  return (
    <FormSection title="Messages">
      <ul className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id} className="border-line border-l-4 pl-4">
            <p className="text-ink-soft text-sm">
              {message.author === 'staff' ? 'Our answer' : quote.customer_name || 'The customer'}
              {message.type === 'change' && ', a requested change'},{' '}
              {formatMoment(message.created_at)}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{message.body ?? 'Erased'}</p>
          </li>
        ))}
      </ul>
      <form
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            if (!(await answerQuoteMessage(client, quote.id, id, body)))
              return 'Please write an answer.';
            setBody('');
            setId(crypto.randomUUID());
            return undefined;
          }, 'The answer is sent.');
        }}
      >
        <TextAreaField
          label="Answer"
          rows={3}
          required
          maxLength={5000}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        <div>
          <Button type="submit" disabled={busy}>
            Send the answer
          </Button>
        </div>
      </form>
    </FormSection>
  );
}

function Order({ quote, history: { payments, stages }, onChanged }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useRun(onChanged);
  const today = toIsoDay(new Date());
  const paid = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const [id, setId] = useState(() => crypto.randomUUID());
  const [amount, setAmount] = useState('');
  const [method, setMethod] = useState<PaymentMethod>('e-transfer');
  const [stage, setStage] = useState<OrderStage>('deposit_received');

  return (
    <FormSection
      title="Order"
      intro={`Agreed ${formatCents(quote.agreed_cents ?? 0)}, paid ${formatCents(paid)}, balance ${formatCents((quote.agreed_cents ?? 0) - paid)}. The customer sees this at the link.`}
    >
      <ul>
        {payments.map((payment) => (
          <li key={payment.id}>
            {formatCalendarDay(payment.paid_on)}: {formatCents(payment.amount_cents)},{' '}
            {paymentMethodLabels[payment.method as PaymentMethod]}
            {payment.note && `, ${payment.note}`}
          </li>
        ))}
        {stages.map((reached) => (
          <li key={reached.id}>
            {formatCalendarDay(reached.reached_on)}: {orderStageLabels[reached.stage as OrderStage]}
            {reached.note && `, ${reached.note}`}
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-5 lg:grid-cols-2">
        <form
          className="grid content-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            void run(async () => {
              const cents = parseDollars(amount.replace(/^-/, ''));
              if (!cents) return 'Please enter dollars, such as 2000 or 350.50.';
              const result = await recordQuotePayment(client, quote.id, {
                id,
                paidOn: String(form.get('paidOn')),
                cents: amount.startsWith('-') ? -cents : cents,
                method,
                note: String(form.get('note')),
              });
              if (result.status !== 'recorded') return 'Please check day and amount.';
              setAmount('');
              setId(crypto.randomUUID());
              return undefined;
            }, 'The payment is recorded.');
          }}
        >
          <h3 className="font-semibold">Payment</h3>
          <div className="grid grid-cols-2 gap-2">
            <SmallField
              label="Day"
              name="paidOn"
              type="date"
              max={today}
              defaultValue={today}
              required
            />
            <AmountField
              label="Amount, $ (minus for a refund)"
              required
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
            <SmallSelect
              label="Method"
              options={paymentMethodLabels}
              value={method}
              onChange={(event) => setMethod(event.target.value as PaymentMethod)}
            />
            <SmallField label="Note" name="note" maxLength={500} />
          </div>
          <div>
            <Button type="submit" variant="secondary" disabled={busy}>
              Record the payment
            </Button>
          </div>
        </form>
        <form
          className="grid content-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const images = stages.find((reached) => reached.stage === stage)?.images ?? [];
            void run(async () => {
              const status = await recordQuoteStage(client, quote.id, {
                stage,
                reachedOn: String(form.get('reachedOn')),
                note: String(form.get('note')),
                images,
              });
              return status === 'recorded' ? undefined : 'Please check what you have entered.';
            }, 'The stage is recorded.');
          }}
        >
          <h3 className="font-semibold">Stage</h3>
          <div className="grid grid-cols-2 gap-2">
            <SmallSelect
              label="Stage"
              options={orderStageLabels}
              value={stage}
              onChange={(event) => setStage(event.target.value as OrderStage)}
            />
            <SmallField label="Day" name="reachedOn" type="date" defaultValue={today} required />
          </div>
          <SmallField label="Note for the customer" name="note" maxLength={2000} />
          <div>
            <Button type="submit" variant="secondary" disabled={busy}>
              Record the stage
            </Button>
          </div>
        </form>
      </div>
    </FormSection>
  );
}
