import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyComponent } from '#app/admin/lazy-screen.ts';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import {
  DetailList,
  DetailSection,
  PersonDetails,
  SecondPart,
  WrittenText,
} from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { getVariantUrl } from '#app/features/designer/design-variant.ts';
import { getPublicImageUrl } from '#app/features/images/images.ts';
import { PersonSection } from '#app/features/privacy/person-section.tsx';
import { readQuotesOfRequests } from '#app/features/quotes/quote-summaries.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { getImageUrl } from '#app/lib/image-url.ts';
import { Badge } from '#app/ui/badge.tsx';
import { quoteRequestReplyDraft } from '../mailto.ts';
import type { QuoteRequest, QuoteRequestStatus } from '../quote-requests.ts';
import { type Addition, markRequestRead, parseAdditions } from '../request-additions.ts';
import { EnquiryDetail, type EnquiryFrame, listReachingDetails } from './enquiry-record.tsx';
import type { ViewedImage } from './image-viewer.tsx';
import { QuoteList } from './quote-links.tsx';
import { type Notes, NotesEditor } from './request-notes.tsx';

export const DesignSection = lazyComponent(() => import('./design-section.tsx'));

type RequestDetailProps = EnquiryFrame<QuoteRequestStatus> & { row: QuoteRequest; notes: Notes };

export function RequestDetail({ row, notes, ...frame }: RequestDetailProps) {
  const [params] = useSearchParams();
  const variantPath = getVariantUrl(params, row.id);
  const variantUrl = variantPath && window.location.origin + variantPath;
  const additions = parseAdditions(row.additions);
  const added = new Set(additions.flatMap(({ images }) => images));
  const images = row.inspiration_images.filter((path) => !added.has(path));
  useMarkRead(row);
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
      <Additions additions={additions} />
      <RequestFacts row={row} />
      {row.design !== null && (
        <Suspense
          fallback={<DetailSection title="Design, Prices and Documents">Loading...</DetailSection>}
        >
          <DesignSection row={row} variantUrl={variantUrl} />
        </Suspense>
      )}
      <DetailSection title={`Inspiration Images (${images.length})`}>
        <InspirationImages paths={images} />
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

export function RequestStatusBadge({ status }: { status: string }) {
  return status === 'pending' ? (
    <Badge tone="waiting">Pending</Badge>
  ) : (
    <Badge tone="done">Responded</Badge>
  );
}

export function RequestFacts({ row }: { row: QuoteRequest }) {
  const message = row.custom_message?.trim();
  return (
    <>
      <DetailSection title="Customer Information">
        <PersonDetails
          name={row.customer_name}
          email={row.email}
          phone={row.phone}
          more={listReachingDetails(row)}
        />
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

/** Marks what the customer has added as read, for all staff, once it is on the screen. */
function useMarkRead({ id, unread_at }: QuoteRequest): void {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unread_at === null) return;
    markRequestRead(client, id, unread_at).then(
      () => invalidateTable(queryClient, 'quote_requests'),
      (error) => logError('Request read mark failed', error),
    );
  }, [client, queryClient, id, unread_at]);
}

/** What the customer has added at the link of the confirmation. */
export function Additions({ additions }: { additions: Addition[] }) {
  return additions.map(({ id, at, text, images }) => (
    <DetailSection key={id} title={`Added by the customer on ${formatMoment(at)}`}>
      {text && <WrittenText>{text}</WrittenText>}
      {images.length > 0 && <InspirationImages paths={images} />}
    </DetailSection>
  ));
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
      <QuoteList quotes={quotes} />
    </DetailSection>
  );
}

const ImageViewer = lazy(() => import('./image-viewer.tsx'));

export function InspirationImages({ paths }: { paths: string[] }) {
  const client = useAdminClient();
  const [viewed, setViewed] = useState<number>();
  const { remember, finalFocus } = useReturnFocus();
  if (paths.length === 0) return <p className="text-ink-soft">No images were sent.</p>;
  const images = paths.map((path, index) => ({
    path,
    name: `Inspiration image ${index + 1} of ${paths.length}`,
    href: getPublicImageUrl(client, path),
  }));

  function view(event: MouseEvent, index: number) {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    remember();
    setViewed(index);
  }

  return (
    <>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-5">
        {images.map((image, index) => (
          <li key={image.path}>
            <Thumbnail image={image} onClick={(event) => view(event, index)} />
          </li>
        ))}
      </ul>
      {viewed !== undefined && (
        <Suspense>
          <ImageViewer
            title="Inspiration Images"
            images={images}
            first={viewed}
            onClose={() => setViewed(undefined)}
            finalFocus={finalFocus}
          />
        </Suspense>
      )}
    </>
  );
}

type ThumbnailProps = { image: ViewedImage; onClick: (event: MouseEvent) => void };

function Thumbnail({ image: { path, name, href }, onClick }: ThumbnailProps) {
  const [missing, setMissing] = useState(false);
  const frame = 'aspect-square w-full border border-line bg-pine';

  if (missing) {
    return (
      <div
        className={`${frame} flex flex-col items-center justify-center gap-1 p-2 text-center text-ink-soft text-sm leading-tight`}
      >
        <ImageOff aria-hidden className="size-6" />
        <span className="sr-only">{name}: </span>Not available
      </div>
    );
  }
  return (
    <a href={href} onClick={onClick} className="block">
      <img
        src={getImageUrl(path, 320, 'webp')}
        width={320}
        height={320}
        alt={name}
        onError={() => setMissing(true)}
        className={`${frame} object-cover`}
      />
    </a>
  );
}
