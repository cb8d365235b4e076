import { isOpenQuote, type QuoteState, quoteStateLabels } from '#app/domain/quotes/states.ts';
import { Badge } from '#app/ui/badge.tsx';

export function QuoteStateBadge({ state }: { state: QuoteState }) {
  const tone = state === 'accepted' ? 'done' : isOpenQuote(state) ? 'waiting' : 'plain';
  return <Badge tone={tone}>{quoteStateLabels[state]}</Badge>;
}
