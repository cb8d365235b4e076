import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CircleCheck, Reply } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { useQuoteLinks } from '#app/features/enquiries/admin/quote-links.tsx';
import {
  type ContactStatus,
  updateContactSubmission,
} from '#app/features/enquiries/contact-submissions.ts';
import { contactReplyDraft, quoteRequestReplyDraft } from '#app/features/enquiries/mailto.ts';
import {
  type QuoteRequestStatus,
  updateQuoteRequest,
} from '#app/features/enquiries/quote-requests.ts';
import { useReviewCards } from '#app/features/reviews/admin/use-review-cards.tsx';
import { listPendingReviews } from '#app/features/reviews/reviews.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useFocusFallback } from '../lists/return-focus.ts';
import { pollIntervalMs } from '../query-client.ts';
import { useRowMutation } from '../records/use-records.tsx';
import { useAdminClient } from '../session.ts';
import { listNewestPending, listNewestUnread } from './dashboard-counts.ts';

type PanelProps = { onClose: () => void; finalFocus: () => HTMLElement | null };

export function QuoteRequestsPanel(frame: PanelProps) {
  const client = useAdminClient();
  const table = 'quote_requests';
  const query = useQuery({
    queryKey: [table, 'pending'],
    queryFn: () => listNewestPending(client),
    refetchInterval: pollIntervalMs,
  });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the status',
    mutate: (client, { id, status }: { id: string; status: QuoteRequestStatus }) =>
      updateQuoteRequest(client, id, { status }),
    describe: ({ customer_name }) =>
      `The quote request from ${customer_name} was marked as responded.`,
  });
  const renderQuoteLinks = useQuoteLinks(query.data ?? []);
  return (
    <WaitingPanel
      title="Newest Unanswered Quote Requests"
      entityPlural="quote requests"
      empty="All caught up. Every quote request has been answered."
      query={query}
      describe={(row) => ({
        name: row.customer_name,
        about: [row.project_type, row.material_type, row.size].filter(Boolean).join(', '),
        text: row.description,
        replyHref: quoteRequestReplyDraft(row),
        quotes: renderQuoteLinks(row.id),
      })}
      markDone={{
        label: 'Mark responded',
        run: ({ id }) => change({ id, status: 'responded' }),
        isBusy,
      }}
      all={{ label: 'Go to all quote requests', to: '/admin/quotes' }}
      {...frame}
    />
  );
}

export function MessagesPanel(frame: PanelProps) {
  const client = useAdminClient();
  const table = 'contact_submissions';
  const query = useQuery({
    queryKey: [table, 'unread'],
    queryFn: () => listNewestUnread(client),
    refetchInterval: pollIntervalMs,
  });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the status',
    mutate: (client, { id, status }: { id: string; status: ContactStatus }) =>
      updateContactSubmission(client, id, { status }),
    describe: ({ name }) => `The message from ${name} was marked as read.`,
  });
  return (
    <WaitingPanel
      title="Newest Unread Messages"
      entityPlural="messages"
      empty="You have read every message."
      query={query}
      describe={(row) => ({
        name: row.name,
        about: row.subject ?? 'No Subject',
        text: row.message,
        replyHref: contactReplyDraft(row),
      })}
      markDone={{
        label: 'Mark read',
        run: ({ id }) => change({ id, status: 'read' }),
        isBusy,
      }}
      all={{ label: 'Go to all messages', to: '/admin/contacts' }}
      {...frame}
    />
  );
}

export function ReviewsPanel({ onClose, finalFocus }: PanelProps) {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['reviews', 'pending'],
    queryFn: () => listPendingReviews(client),
    refetchInterval: pollIntervalMs,
  });
  const reviews = useReviewCards();
  const top = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => query.data?.map(({ id }) => id) ?? [], [query.data]);
  useFocusFallback(ids, () => top.current?.focus());

  return (
    <Dialog
      open
      inUrl
      size="xl"
      title="Reviews Waiting for Approval"
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div ref={top} tabIndex={-1} className="outline-none">
        <ListStates entityPlural="reviews" shape="cards" query={query}>
          {(rows) =>
            rows.length > 0 ? (
              reviews.cards(rows)
            ) : (
              <p className="py-10 text-center text-ink-soft">
                All caught up. Every review is approved.
              </p>
            )
          }
        </ListStates>
      </div>
      {reviews.dialogs}
    </Dialog>
  );
}

type WaitingEnquiry = {
  name: string;
  about: string;
  text: string;
  replyHref: string;
  quotes?: ReactNode;
};

type WaitingPanelProps<Row> = {
  title: string;
  entityPlural: string;
  empty: string;
  query: UseQueryResult<Row[]>;
  describe: (row: Row) => WaitingEnquiry;
  markDone: { label: string; run: (row: Row) => void; isBusy: (id: string) => boolean };
  all: { label: string; to: string };
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

function WaitingPanel<Row extends { id: string; created_at: string }>(
  props: WaitingPanelProps<Row>,
) {
  const { title, entityPlural, empty, query, describe, markDone, all } = props;
  const top = useRef<HTMLDivElement>(null);

  const ids = useMemo(() => query.data?.map(({ id }) => id) ?? [], [query.data]);
  useFocusFallback(ids, () => top.current?.focus());

  return (
    <Dialog
      open
      inUrl
      size="lg"
      title={title}
      onClose={props.onClose}
      finalFocus={props.finalFocus}
      footer={
        <Link to={all.to} className={buttonClass('secondary', 'w-full sm:w-auto')}>
          {all.label}
        </Link>
      }
    >
      <div ref={top} tabIndex={-1} className="outline-none">
        <ListStates entityPlural={entityPlural} shape="text" query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="py-10 text-center text-ink-soft">{empty}</p>
            ) : (
              <ul className="divide-y divide-line">
                {rows.map((row) => (
                  <Enquiry
                    key={row.id}
                    to={`${all.to}?open=${row.id}`}
                    at={row.created_at}
                    {...describe(row)}
                  >
                    <Button
                      variant="secondary"
                      className="flex-1 gap-1.5 px-2 aria-disabled:cursor-progress aria-disabled:opacity-60 sm:flex-none sm:px-4"
                      aria-disabled={markDone.isBusy(row.id)}
                      aria-label={`${markDone.label}: ${describe(row).name}`}
                      onClick={() => markDone.run(row)}
                    >
                      <CircleCheck aria-hidden className="size-5" />
                      {markDone.label}
                    </Button>
                  </Enquiry>
                ))}
              </ul>
            )
          }
        </ListStates>
      </div>
    </Dialog>
  );
}

type EnquiryProps = WaitingEnquiry & { to: string; at: string; children: ReactNode };

function Enquiry({ to, name, about, text, replyHref, quotes, at, children }: EnquiryProps) {
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold [overflow-wrap:anywhere]">
          <Link to={to} className="drawn-link">
            {name}
          </Link>
        </h3>
        <time dateTime={at} className="text-ink-soft text-sm">
          {formatMoment(at)}
        </time>
      </div>
      <p className="text-ink-soft [overflow-wrap:anywhere]">{about}</p>
      <p className="mt-1 line-clamp-3 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      {quotes}
      <div className="mt-3 flex flex-wrap gap-2">
        {children}
        <a
          href={replyHref}
          aria-label={`Reply via Email: ${name}`}
          className={buttonClass('secondary', 'flex-1 gap-1.5 px-2 sm:flex-none sm:px-4')}
        >
          <Reply aria-hidden className="size-5" />
          Reply via Email
        </a>
      </div>
    </li>
  );
}
