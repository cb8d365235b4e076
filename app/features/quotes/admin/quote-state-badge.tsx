import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { describeQuoteState, isOpenQuote } from '../quote-states.ts';
import type { Quote } from '../quotes.ts';

type BadgeProps = {
  quote: Pick<Quote, 'state' | 'version' | 'accepted_version' | 'unread_at' | 'question_at'>;
};

export function QuoteStateBadge({ quote }: BadgeProps) {
  const { state, accepted_version, unread_at, question_at } = quote;
  if (unread_at !== null) return <Badge tone="unread">{describeQuoteState(quote)}, unread</Badge>;
  const isOrder = accepted_version !== null;
  const isWaiting = question_at !== null || (!isOrder && isOpenQuote(state));
  return (
    <Badge tone={isWaiting ? 'waiting' : isOrder ? 'done' : 'plain'}>
      {describeQuoteState(quote)}
    </Badge>
  );
}

type QuoteTitleProps = {
  quote: Quote | null;
  requestId: string | null | undefined;
  children?: ReactNode;
};

/** Number, state and links of a quote, above its screens. */
export function QuoteTitle({ quote, requestId, children }: QuoteTitleProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <PageHeader title={quote?.number ? `Quote ${quote.number}` : quote ? 'Draft' : 'New quote'} />
      {quote && <QuoteStateBadge quote={quote} />}
      {requestId && (
        <Link
          to={`/admin/quotes?open=${requestId}`}
          className="drawn-link inline-flex min-h-11 items-center"
        >
          Quote request
        </Link>
      )}
      {children}
    </div>
  );
}
