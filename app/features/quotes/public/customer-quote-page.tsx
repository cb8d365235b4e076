import { useEffect, useState } from 'react';
import { data } from 'react-router';
import { createUuid } from '#app/lib/random-ids.ts';
import { isUuid } from '#app/lib/validators.ts';
import { logContext, supabaseContext, withUnavailableError } from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/structured-data.ts';
import { Button } from '#app/ui/button.tsx';
import { openQuote } from '../customer-quote-calls.ts';
import { offersChoice } from '../option-selection.ts';
import { readPostedSelection } from '../posted-selection.ts';
import type { QuoteSelection } from '../quote-content.ts';
import { QuoteDifferences } from '../quote-differences.tsx';
import { QuoteHead, QuoteLines, QuoteTerms, QuoteTotalsList } from '../quote-document.tsx';
import { isOpenQuote } from '../quote-states.ts';
import { calculateTotals } from '../quote-totals.ts';
import type { Route } from './+types/customer-quote-page.ts';
import { AnswerForm } from './answer-form.tsx';
import { DeclineForm, MessageForm, Messages, StopReminders } from './answers.tsx';
import { NextSteps, Proof } from './next-steps.tsx';
import { Order } from './order-stages.tsx';
import { getQuoteLink, handleQuotePost } from './receive-answer.server.ts';
import { ReviewForm } from './review-form.tsx';
import { StateNotice } from './state-notice.tsx';
import '#app/site/rare-pages.css';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const link = getQuoteLink({ request, params, context });
  const { searchParams } = new URL(request.url);
  const before = searchParams.get('messages') ?? '';
  const beforeMessage = isUuid(before) ? before : undefined;
  const reading = openQuote(context.get(supabaseContext), link, beforeMessage);
  const quote = await withUnavailableError(reading, context.get(logContext));
  if (!quote) throw data(null, { status: 404 });
  const done = searchParams.get('done');
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
          Download what was agreed, with certificate
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
        You see exactly what is agreed before you accept anything.
      </p>
    </AnswerForm>
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
