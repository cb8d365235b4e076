import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { QuoteRequest, QuoteRequestStatus } from '#app/data/quote-requests.ts';
import { getVariantUrl } from '#app/domain/designs/design-variant.ts';
import { quoteRequestReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { DetailSection, SecondPart } from '../enquiries/detail.tsx';
import { EnquiryDetail, type EnquiryFrame } from '../enquiries/enquiry-detail.tsx';
import { lazyComponent } from '../lazy-screen.ts';
import { PersonSection } from '../privacy/person-section.tsx';
import { RequestStatusBadge } from './columns.tsx';
import { InspirationImages } from './inspiration-images.tsx';
import { NotesEditor } from './notes-editor.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestQuotes } from './request-quotes.tsx';
import type { Notes } from './use-notes.ts';

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
      person={{ name: row.customer_name, email: row.email, phone: row.phone }}
      {...frame}
    >
      <RequestFacts row={row} />
      {row.design !== null && (
        <Suspense fallback={<DetailSection title="Design">Loading...</DetailSection>}>
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
        <RequestQuotes requestId={row.id} />
        <PersonSection email={row.email} />
      </SecondPart>
    </EnquiryDetail>
  );
}
