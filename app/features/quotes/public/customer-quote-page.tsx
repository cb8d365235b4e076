import { useEffect, useState } from 'react';
import { data } from 'react-router';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { isUuid } from '#app/lib/validators.ts';
import {
  logContext,
  readCustomerLink,
  supabaseContext,
  withUnavailableError,
} from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/page-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { type CustomerQuote, openQuote } from '../customer-quote.ts';
import { explainAgreement, explainLapse } from '../describe-quote.ts';
import type { QuoteSelection } from '../quote-content.ts';
import {
  QuoteDifferences,
  QuoteHead,
  QuoteLines,
  QuoteTerms,
  QuoteTotalsList,
} from '../quote-document.tsx';
import { isOpenQuote, orderStageLabels, paymentMethodLabels } from '../quote-states.ts';
import { calculateTotals, offersChoice, readPostedSelection } from '../quote-totals.ts';
import type { Route } from './+types/customer-quote-page.tsx';
import {
  AnswerForm,
  DeclineForm,
  MessageForm,
  Messages,
  ReviewForm,
  StopReminders,
} from './answer-forms.tsx';
import { handleQuotePost, readConfirmedAnswer } from './receive-answer.server.ts';
import '#app/site/rare-pages.css';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const link = readCustomerLink({ request, params, context });
  const { searchParams } = new URL(request.url);
  const before = searchParams.get('messages') ?? '';
  const beforeMessage = isUuid(before) ? before : undefined;
  const reading = openQuote(context.get(supabaseContext), link, beforeMessage);
  const quote = await withUnavailableError(reading, context.get(logContext));
  if (!quote) throw data(null, { status: 404 });
  const done = readConfirmedAnswer({ request, params, context });
  return { quote, done, isEarlier: beforeMessage !== undefined, messageId: createUuid() };
}

export function action(args: Route.ActionArgs) {
  return handleQuotePost(args);
}

export default function QuotePage({ params, loaderData, actionData }: Route.ComponentProps) {
  const { quote, done, isEarlier, messageId } = loaderData;
  const { document, selection, version } = quote;
  const { content } = document;
  const review = actionData?.review;
  const isAccepted = quote.state === 'accepted';
  useReportView(version);
  return (
    <div className="wrap py-8 sm:py-13 print:py-0">
      <div className="mx-auto max-w-3xl">
        <StateNotice quote={quote} done={review ? null : done} message={actionData?.message} />
        {review ? (
          <ReviewForm
            quote={quote}
            pageUrl={`/quotes/${params.token}`}
            review={review}
            typedName={actionData?.values.name ?? ''}
          />
        ) : (
          <>
            {isAccepted && (
              <>
                <NextSteps quote={quote} />
                <Order quote={quote} />
                <Downloads token={params.token} isAccepted />
                <hr className="my-8 border-line" />
              </>
            )}
            <QuoteHead
              document={document}
              validUntil={quote.validUntil}
              customer={quote.customer}
            />
            <Differences quote={quote} />
            <h2 className="display mt-8 text-2xl">
              {isAccepted ? 'What is agreed' : 'What we offer'}
            </h2>
            {isOpenQuote(quote.state) ? (
              <OptionsForm key={version} quote={quote} />
            ) : (
              <Included quote={quote} selection={quote.acceptance?.selection ?? selection} />
            )}
            <QuoteTerms content={content} />
            {!isAccepted && (
              <>
                <Downloads token={params.token} isAccepted={quote.acceptance !== null} />
                <Order quote={quote} />
              </>
            )}
            <Messages quote={quote} isEarlier={isEarlier} />
            <MessageForm
              quote={quote}
              id={actionData?.messageId ?? messageId}
              values={actionData?.values}
            />
            {isOpenQuote(quote.state) && (
              <DeclineForm quote={quote} reason={actionData?.values.reason ?? ''} />
            )}
            <StopReminders quote={quote} />
            <Proof quote={quote} />
          </>
        )}
      </div>
    </div>
  );
}

function Differences({ quote }: { quote: Quote }) {
  if (!quote.previousContent || !quote.previousVersion) return null;
  return (
    <QuoteDifferences
      before={{ content: quote.previousContent, selection: quote.previousSelection }}
      after={quote.document}
      previousVersion={quote.previousVersion}
    />
  );
}

function Downloads({ token, isAccepted }: { token: string; isAccepted: boolean }) {
  return (
    <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
      <a href={`/quotes/${token}/quote.pdf`} download className="drawn-link">
        Download as PDF
      </a>
      {isAccepted && (
        <a href={`/quotes/${token}/agreement.pdf`} download className="drawn-link">
          Download the agreement and its certificate
        </a>
      )}
    </p>
  );
}

type Quote = Route.ComponentProps['loaderData']['quote'];

function Included({ quote, selection }: { quote: Quote; selection: QuoteSelection }) {
  const { content } = quote.document;
  const totals = calculateTotals(content, selection);
  return (
    <>
      <QuoteLines content={content} totals={totals} selection={selection} isChoosing={false} />
      <QuoteTotalsList content={content} totals={totals} />
    </>
  );
}

function OptionsForm({ quote }: { quote: Quote }) {
  const { content } = quote.document;
  const [selection, setSelection] = useState(quote.selection);
  const totals = calculateTotals(content, selection);
  const hasChoice = offersChoice(content);
  return (
    <AnswerForm
      quoteNumber={quote.number}
      name={`options-${quote.version}`}
      onInput={(form) => setSelection(readPostedSelection(new FormData(form)))}
    >
      <input type="hidden" name="version" value={quote.version} />
      <QuoteLines
        content={content}
        totals={totals}
        selection={quote.selection}
        isChoosing={hasChoice}
      />
      <div id="total" aria-live="polite">
        <QuoteTotalsList content={content} totals={totals} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button type="submit" name="intent" value="review">
          Review and accept
        </Button>
        {hasChoice && (
          <Button
            type="submit"
            name="intent"
            value="options"
            variant="secondary"
            className="scripting:hidden"
          >
            Update the total
          </Button>
        )}
      </div>
      <p className="mt-2 text-ink-soft text-sm print:hidden">
        You'll see exactly what you agree to before you accept.
      </p>
    </AnswerForm>
  );
}

/** Tells a customer who has accepted what to pay, how, and when the work begins. */
function NextSteps({ quote }: { quote: CustomerQuote }) {
  const { acceptance, balanceCents, payments, document } = quote;
  if (quote.state !== 'accepted' || !acceptance || balanceCents === null) return null;
  const { content, seller } = document;
  const { deposit } = acceptance.totals;
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0);
  const open = Math.min(deposit - paid, balanceCents);
  const steps: [label: string, text: string][] = [
    ['Pay now', open > 0 ? `${formatCents(open)}, the deposit` : ''],
    ['Left to pay', balanceCents > 0 ? formatCents(balanceCents) : ''],
    ['How to pay', balanceCents > 0 ? content.paymentTerms : ''],
    ['Start', content.start],
    ['Duration', content.duration],
    ['Delivery', content.delivery],
    ['Questions', [seller.phone, seller.email].filter(Boolean).join(', ')],
  ];
  return (
    <section className="mb-8 border border-line bg-sheet p-5 sm:p-8">
      <h2 className="display text-2xl">What happens next</h2>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr]">
        {steps
          .filter(([, text]) => text.trim())
          .map(([label, text]) => (
            <div key={label} className="min-w-0 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere">{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** The hash by which a customer can check the record of the acceptance. */
function Proof({ quote: { acceptance } }: { quote: CustomerQuote }) {
  if (!acceptance) return null;
  return (
    <p className="mt-8 text-ink-soft text-sm wrap-anywhere">
      {`Proof of version ${acceptance.version} (SHA-256): ${acceptance.hash}`}
    </p>
  );
}

function Order({ quote }: { quote: CustomerQuote }) {
  const { acceptance, agreedCents, balanceCents, payments, stages } = quote;
  if (!acceptance || agreedCents === null || balanceCents === null) return null;
  return (
    <section className="mt-8">
      <h2 className="display text-2xl">Your order</h2>
      {stages.length > 0 && (
        <ol className="mt-3 grid gap-4">
          {stages.map(({ stage, reachedOn, note, images }) => (
            <li key={stage} className="border-moss border-l-4 pl-4">
              <p className="font-semibold">{orderStageLabels[stage]}</p>
              <p className="text-ink-soft text-sm">{formatCalendarDay(reachedOn)}</p>
              {note && <p className="whitespace-pre-wrap">{note}</p>}
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                {images.map((path) => (
                  <div key={path}>
                    <ResponsiveImage
                      path={path}
                      alt={`${orderStageLabels[stage]}, ${formatCalendarDay(reachedOn)}`}
                      sizes="(min-width: 40rem) 50vw, 100vw"
                      width={640}
                      height={480}
                      className="aspect-4/3 h-auto w-full object-cover"
                    />
                  </div>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      <dl className="mt-5 max-w-md">
        <Row label="Agreed" cents={agreedCents} />
        {payments.map(({ paidOn, cents, method }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: payments have no other key, and are only added
            key={index}
            label={`${cents < 0 ? 'Refunded' : 'Paid'} ${formatCalendarDay(paidOn)}, ${paymentMethodLabels[method]}`}
            cents={-cents}
          />
        ))}
        <Row label="Balance" cents={balanceCents} isTotal />
      </dl>
    </section>
  );
}

function Row({ label, cents, isTotal }: { label: string; cents: number; isTotal?: boolean }) {
  return (
    <div
      className={`flex justify-between gap-4 py-1.5 ${isTotal ? 'border-ink border-t font-semibold' : ''}`}
    >
      <dt>{label}</dt>
      <dd className="money">{formatCents(cents)}</dd>
    </div>
  );
}

/** Reports the first touch, scroll or key of a person: a mail scanner opens the page, too. */
function useReportView(version: number) {
  useEffect(() => {
    const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'];
    const stop = () => {
      for (const sign of signs) removeEventListener(sign, report, true);
    };
    function report(event?: Event) {
      // The pointer rests where the page appears.
      const { movementX, movementY } = (event ?? {}) as Partial<PointerEvent>;
      if (event?.type === 'pointermove' && !movementX && !movementY) return;
      stop();
      const body = new URLSearchParams({ version: String(version) });
      navigator.sendBeacon(`${location.pathname.replace(/\/$/, '')}/viewed`, body);
    }
    for (const sign of signs) addEventListener(sign, report, true);
    return stop;
  }, [version]);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const number = loaderData?.quote.number;
  return [
    { title: number ? `Quote ${number} | ${site.name}` : site.name },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

type StateNoticeProps = {
  quote: CustomerQuote;
  /** The answer that the customer has just sent. */
  done: string | null;
  message: string | undefined;
};

function StateNotice({ quote, done, message }: StateNoticeProps) {
  const outcome = message ? undefined : describeOutcome(quote, done);
  const state = describeState(quote);
  return (
    <div id="outcome" className="scroll-mt-28">
      {message && (
        <p role="alert" className="mb-6 warning">
          {message}
        </p>
      )}
      {outcome && (
        <p role="status" className="mb-6 border-moss border-l-4 bg-moss-tint px-4 py-3">
          {outcome}
        </p>
      )}
      {state && <p className="mb-6 border border-line bg-sheet px-4 py-3">{state}</p>}
    </div>
  );
}

function describeOutcome({ state, lapsed, customer }: CustomerQuote, done: string | null) {
  if (done === 'accepted' && state === 'accepted') {
    const copy = customer.hasEmail
      ? "We'll email you a copy of what was agreed."
      : 'You can download a copy of what was agreed below.';
    return `Thank you, ${customer.name}. You have accepted this quote. ${copy}`;
  }
  if (done === 'declined' && (state === 'declined' || lapsed?.as === 'declined'))
    return 'Thank you for your answer.';
  if (done === 'message') {
    return `Your message has been sent. We'll answer here${customer.hasEmail ? ' and by email' : ''}.`;
  }
  if (done === 'reminders') return "You won't get any more reminders about this quote.";
  return undefined;
}

function describeState(quote: CustomerQuote) {
  const { state, acceptance, agreedVersion, agreedCents, lapsed, validUntil, version } = quote;
  const accepted =
    acceptance &&
    `Version ${acceptance.version} was accepted on ${formatMoment(acceptance.acceptedAt)}${acceptance.channel === 'phone' ? ' by phone' : ''} for ${formatCents(acceptance.totals.total)}.`;
  if (agreedVersion !== null && agreedCents !== null && state !== 'accepted') {
    const asked = state === 'change_requested' ? ' You have asked us to change it.' : '';
    return `${accepted} Version ${version} is a change that needs your agreement.${asked} Until you accept it, ${explainAgreement(agreedVersion)}`;
  }
  switch (state) {
    case 'accepted':
      return [
        accepted,
        lapsed && `${explainLapse(lapsed)} Nothing has changed: ${explainAgreement(version)}`,
      ]
        .filter(Boolean)
        .join(' ');
    case 'declined':
      return 'This quote was declined.';
    case 'expired':
      return `This quote was valid until ${formatCalendarDay(validUntil)}. Ask us for a new date.`;
    case 'withdrawn':
      return 'We have withdrawn this quote.';
    case 'change_requested':
      return "You have asked for a change. We'll send you a new version. Until then you can still accept this one.";
    default:
      return undefined;
  }
}
