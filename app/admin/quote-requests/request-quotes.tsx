import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readRequestQuotes } from '#app/data/quote-summaries.ts';
import { formatCents } from '#app/domain/format/prices.ts';
import { describeQuoteState } from '#app/domain/quotes/states.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { DetailSection } from '../enquiries/detail.tsx';
import { useAdminClient } from '../session.ts';

/** The quotes of a request, and the way to a new one. */
export function RequestQuotes({ requestId }: { requestId: string }) {
  const client = useAdminClient();
  const { data: quotes = [] } = useQuery({
    queryKey: ['quotes', 'request', requestId],
    queryFn: () => readRequestQuotes(client, requestId),
  });
  return (
    <DetailSection title={`Quotes (${quotes.length})`}>
      <ul>
        {quotes.map((quote) => (
          <li key={quote.id}>
            <Link
              to={`/admin/quote-builder/${quote.id}`}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              {[
                `${quote.number ?? 'Draft'}: ${formatCents(quote.agreed_cents ?? quote.total_cents ?? 0)}`,
                quote.number && describeQuoteState(quote).toLowerCase(),
                quote.title,
              ]
                .filter(Boolean)
                .join(', ')}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={`/admin/quote-builder/new?request=${requestId}`}
        className={buttonClass('secondary', 'mt-2')}
      >
        Create quote
      </Link>
    </DetailSection>
  );
}
