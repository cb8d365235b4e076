import type { Quote } from '#app/data/quotes.ts';
import { describeQuoteState, isOpenQuote } from '#app/domain/quotes/states.ts';
import { Badge } from '#app/ui/badge.tsx';

type BadgeProps = { quote: Pick<Quote, 'state' | 'version' | 'accepted_version'> };

export function QuoteStateBadge({ quote }: BadgeProps) {
  const { state, accepted_version } = quote;
  const isOrder = accepted_version !== null;
  const tone = isOrder ? 'done' : isOpenQuote(state) ? 'waiting' : 'plain';
  return <Badge tone={tone}>{describeQuoteState(quote)}</Badge>;
}
