import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type ContactStatus, updateContactSubmission } from '#app/data/contact-submissions.ts';
import { listNewestPending, listNewestUnread } from '#app/data/dashboard.ts';
import { type QuoteStatus, updateQuoteRequest } from '#app/data/quote-requests.ts';
import { listPendingReviews } from '#app/data/reviews.ts';
import { contactReplyDraft, quoteReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useFocusFallback } from '../lists/return-focus.ts';
import { useRowMutation } from '../lists/use-row-mutation.ts';
import { useReviewCards } from '../reviews/use-review-cards.tsx';
import { useAdminClient } from '../session.ts';
import { WaitingPanel } from './waiting-panel.tsx';

type PanelProps = { onClose: () => void; finalFocus: () => HTMLElement | null };

/** The newest quote requests without an answer. */
export function QuotesPanel(frame: PanelProps) {
  const client = useAdminClient();
  const table = 'quote_requests';
  const query = useQuery({
    queryKey: [table, 'pending'],
    queryFn: () => listNewestPending(client),
  });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'The status',
    mutate: (client, { id, status }: { id: string; status: QuoteStatus }) =>
      updateQuoteRequest(client, id, { status }),
  });
  return (
    <WaitingPanel
      title="Newest Unanswered Quote Requests"
      entityPlural="quote requests"
      empty="Nothing is waiting: every quote request has been answered."
      query={query}
      describe={(row) => ({
        name: row.customer_name,
        about: [row.project_type, row.material_type, row.size].filter(Boolean).join(', '),
        text: row.description,
        replyHref: quoteReplyDraft(row),
      })}
      settle={{
        label: 'Mark responded',
        run: ({ id }) => change({ id, status: 'responded' }),
        isBusy,
      }}
      all={{ label: 'Go to all quote requests', to: '/admin/quotes' }}
      {...frame}
    />
  );
}

/** The newest unread messages. */
export function MessagesPanel(frame: PanelProps) {
  const client = useAdminClient();
  const table = 'contact_submissions';
  const query = useQuery({
    queryKey: [table, 'unread'],
    queryFn: () => listNewestUnread(client),
  });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'The status',
    mutate: (client, { id, status }: { id: string; status: ContactStatus }) =>
      updateContactSubmission(client, id, { status }),
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
      settle={{
        label: 'Mark read',
        run: ({ id }) => change({ id, status: 'read' }),
        isBusy,
      }}
      all={{ label: 'Go to all messages', to: '/admin/contacts' }}
      {...frame}
    />
  );
}

/** The reviews that wait for approval. */
export function ReviewsPanel({ onClose, finalFocus }: PanelProps) {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['reviews', 'pending'],
    queryFn: () => listPendingReviews(client),
  });
  const reviews = useReviewCards();
  const top = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => query.data?.map(({ id }) => id) ?? [], [query.data]);
  useFocusFallback(ids, () => top.current?.focus());

  return (
    <Dialog
      open
      size="xl"
      title="Reviews Waiting for Approval"
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div ref={top} tabIndex={-1} className="outline-none">
        <ListStates entityPlural="reviews" query={query}>
          {(rows) =>
            rows.length > 0 ? (
              reviews.cards(rows)
            ) : (
              <p className="py-10 text-center text-ink-soft">
                Nothing is waiting: every review is approved.
              </p>
            )
          }
        </ListStates>
      </div>
      {reviews.dialogs}
    </Dialog>
  );
}
