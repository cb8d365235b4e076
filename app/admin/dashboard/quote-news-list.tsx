import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { QuoteStateBadge } from '#app/features/quotes/admin/quote-state-badge.tsx';
import type { QuoteNews, QuoteNewsPage } from '#app/features/quotes/quote-summaries.ts';

const AnswerForm = lazy(() =>
  import('#app/features/quotes/admin/quote-messages.tsx').then((module) => ({
    default: module.AnswerForm,
  })),
);

/** Customers' latest actions on their quotes, with a form to answer questions. */
export function QuoteNewsList({ news: { quotes, more } }: { news: QuoteNewsPage }) {
  if (quotes.length === 0) {
    return <p className="text-ink-soft">No customers are waiting for your answer.</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {quotes.map((quote) => (
        <li key={quote.id} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <Link
              to={`/admin/quote-builder/${quote.id}`}
              className="drawn-link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {quote.customer_name}, {quote.number}
            </Link>
            <QuoteStateBadge quote={quote} />
          </div>
          {quote.question !== null && (
            <>
              <p className="line-clamp-8 whitespace-pre-line wrap-anywhere">
                {quote.question.text}
              </p>
              <Answer quote={quote} askedAt={quote.question.askedAt} />
            </>
          )}
        </li>
      ))}
      {more > 0 && (
        <li className="pt-3">
          <Link to="/admin/quote-builder" className="drawn-link inline-flex min-h-11 items-center">
            {more} more in Quotes
          </Link>
        </li>
      )}
    </ul>
  );
}

type AnswerProps = { quote: QuoteNews; askedAt: string };

function Answer({ quote: { id, customer_name, unread_at }, askedAt }: AnswerProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="mt-1" onToggle={() => setOpened(true)}>
      <summary className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
        Answer
      </summary>
      {wasOpened && (
        <Suspense>
          <AnswerForm
            quoteId={id}
            label={`Answer to ${customer_name}`}
            askedAt={askedAt}
            seenAt={unread_at}
          />
        </Suspense>
      )}
    </details>
  );
}
