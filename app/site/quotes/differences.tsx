import type { CustomerQuote } from '#app/domain/quotes/customer-quote.ts';
import { QuoteDifferences } from '#app/ui/quote-differences.tsx';

export function Differences({ quote }: { quote: CustomerQuote }) {
  if (!quote.previousContent || !quote.previousVersion) return null;
  return (
    <QuoteDifferences
      before={quote.previousContent}
      after={quote.document.content}
      previousVersion={quote.previousVersion}
    />
  );
}
