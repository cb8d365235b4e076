import { useQuery } from '@tanstack/react-query';
import { Suspense, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lazyComponent } from '#app/admin/lazy-screen.ts';
import {
  DetailList,
  DetailSection,
  PersonDetails,
  SecondPart,
  WrittenText,
} from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { getVariantUrl } from '#app/features/designer/design-variant.ts';
import { PersonSection } from '#app/features/privacy/person-section.tsx';
import { describeQuoteState } from '#app/features/quotes/quote-states.ts';
import { getListedCents, readQuotesOfRequests } from '#app/features/quotes/quote-summaries.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { quoteRequestReplyDraft } from '../mailto.ts';
import type { QuoteRequest, QuoteRequestStatus } from '../quote-requests.ts';
import { EnquiryDetail, type EnquiryFrame } from './enquiry-detail.tsx';
import { InspirationImages } from './inspiration-images.tsx';
import { RequestStatusBadge } from './request-columns.tsx';
import type { Notes } from './use-request-notes.ts';

export const DesignSection = lazyComponent(() => import('./design-section.tsx'));

type RequestDetailProps = EnquiryFrame<QuoteRequestStatus> & { row: QuoteRequest; notes: Notes };

export function RequestDetail({ row, notes, ...frame }: RequestDetailProps) {
  const [params] = useSearchParams();
  const variantPath = getVariantUrl(params, row.id);
  const variantUrl = variantPath && window.location.origin + variantPath;
  return (
    <EnquiryDetail
      title="Quote Request Details"
      row={row}
      badge={<RequestStatusBadge status={row.status} />}
      statuses={[
        { value: 'pending', label: 'Pending' },
        { value: 'responded', label: 'Responded' },
      ]}
      replyHref={quoteRequestReplyDraft(row, variantUrl)}
      quoteHref={`/admin/quote-builder/new?request=${row.id}`}
      person={{ name: row.customer_name, email: row.email, phone: row.phone }}
      {...frame}
    >
      <RequestQuotes requestId={row.id} />
      <RequestFacts row={row} />
      {row.design !== null && (
        <Suspense
          fallback={<DetailSection title="Design, Prices and Documents">Loading...</DetailSection>}
        >
          <DesignSection row={row} variantUrl={variantUrl} />
        </Suspense>
      )}
      <DetailSection title={`Inspiration Images (${row.inspiration_images.length})`}>
        <InspirationImages paths={row.inspiration_images} />
      </DetailSection>
      <div className="mt-6">
        <NotesEditor row={row} notes={notes} />
      </div>
      <SecondPart>
        <PersonSection email={row.email} />
      </SecondPart>
    </EnquiryDetail>
  );
}

export function RequestFacts({ row }: { row: QuoteRequest }) {
  const message = row.custom_message?.trim();
  return (
    <>
      <DetailSection title="Customer Information">
        <PersonDetails name={row.customer_name} email={row.email} phone={row.phone} />
      </DetailSection>
      <DetailSection title="Project Details">
        <DetailList
          items={[
            ['Type', row.project_type],
            ['Material', row.material_type],
            ['Color', row.color],
            ['Size', row.size],
            ['Style', row.shed_style],
            ['Budget', row.budget_range],
            ['Timeline', row.timeline],
          ]}
        />
      </DetailSection>
      <DetailSection title="Description">
        <WrittenText>{row.description}</WrittenText>
      </DetailSection>
      <DetailSection title="Additional Message">
        {message ? (
          <WrittenText>{message}</WrittenText>
        ) : (
          <p className="text-ink-soft">Not given</p>
        )}
      </DetailSection>
    </>
  );
}

/** The quotes of a request, as links. */
export function RequestQuotes({ requestId }: { requestId: string }) {
  const client = useAdminClient();
  const { data: quotes = [] } = useQuery({
    queryKey: ['quotes', 'request', requestId],
    queryFn: () => readQuotesOfRequests(client, [requestId]),
  });
  if (quotes.length === 0) return null;
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
                `${quote.number ?? 'Draft'}: ${formatCents(getListedCents(quote))}`,
                quote.number && describeQuoteState(quote).toLowerCase(),
                quote.title,
              ]
                .filter(Boolean)
                .join(', ')}
            </Link>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

const notesLength = 10_000;

const stateText = {
  unsaved: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Failed. Your notes are not saved yet.',
};

function NotesEditor({ row, notes }: { row: QuoteRequest; notes: Notes }) {
  const id = useId();
  const draft = notes.drafts[row.id];

  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold text-base">
        Admin Notes
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={notesLength}
        value={draft?.text ?? row.notes ?? ''}
        onChange={(event) => notes.change(row, event.target.value)}
        onBlur={() => notes.flush(row)}
        className="block field-sizing-content max-h-80 min-h-28 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2.5"
        aria-describedby={`${id}-state`}
      />
      <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p
          id={`${id}-state`}
          role="status"
          className={draft?.state === 'failed' ? 'font-semibold text-barn' : 'text-ink-soft'}
        >
          {draft ? stateText[draft.state] : 'Only staff see these. Saved as you type.'}
        </p>
        {draft?.state === 'failed' && (
          <Button variant="secondary" className="px-3 py-1.5" onClick={() => notes.flush(row)}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
