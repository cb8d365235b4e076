import type { Quote } from '#app/data/quotes.ts';
import { describeQuoteState, isOpenQuote } from '#app/domain/quotes/states.ts';
import { Badge } from '#app/ui/badge.tsx';

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
