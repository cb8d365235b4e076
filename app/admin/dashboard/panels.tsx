import { useRef } from 'react';
import { updateContactSubmission } from '#app/data/contact-submissions.ts';
import { listNewestPending, listNewestUnread } from '#app/data/dashboard.ts';
import { updateQuoteRequest } from '#app/data/quote-requests.ts';
import { listPendingReviews, type Review } from '#app/data/reviews.ts';
import { contactReplyDraft, quoteReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useKeptFocus } from '../lists/return-focus.ts';
import { useChange } from '../lists/use-change.ts';
import { type Rows, useRows } from '../lists/use-rows.ts';
import { useReviewList } from '../reviews/use-review-list.tsx';
import { useAdminClient } from '../session.ts';
import { WaitingPanel } from './waiting-panel.tsx';

type PanelProps = { onClose: () => void; finalFocus: () => HTMLElement | null };

/** A list that a row leaves as soon as it waits no longer. */
function waiting<Row extends { id: string }>(
  list: Rows<Row>,
  waits: (row: Row) => boolean,
): Rows<Row> {
  return { ...list, replace: (row) => (waits(row) ? list.replace(row) : list.remove(row.id)) };
}

/** The newest quote requests without an answer. */
export function QuotesPanel(frame: PanelProps) {
  const client = useAdminClient();
  const list = waiting(useRows(listNewestPending), (row) => row.status === 'pending');
  const change = useChange(list, 'The status');
  return (
    <WaitingPanel
      title="Newest Unanswered Quote Requests"
      things="quote requests"
      empty="Nothing is waiting: every quote request has been answered."
      list={list}
      describe={(row) => ({
        name: row.customer_name,
        about: [row.project_type, row.material_type, row.size].filter(Boolean).join(', '),
        text: row.description,
        replyHref: quoteReplyDraft(row),
      })}
      settle={{
        label: 'Mark responded',
        run: (row) => change(() => updateQuoteRequest(client, row.id, { status: 'responded' })),
      }}
      all={{ label: 'Go to all quote requests', to: '/admin/quotes' }}
      {...frame}
    />
  );
}

/** The newest messages that nobody has read. */
export function MessagesPanel(frame: PanelProps) {
  const client = useAdminClient();
  const list = waiting(useRows(listNewestUnread), (row) => row.status === 'unread');
  const change = useChange(list, 'The status');
  return (
    <WaitingPanel
      title="Newest Unread Messages"
      things="messages"
      empty="You have read every message."
      list={list}
      describe={(row) => ({
        name: row.name,
        about: row.subject ?? 'No Subject',
        text: row.message,
        replyHref: contactReplyDraft(row),
      })}
      settle={{
        label: 'Mark read',
        run: (row) => change(() => updateContactSubmission(client, row.id, { status: 'read' })),
      }}
      all={{ label: 'Go to all messages', to: '/admin/contacts' }}
      {...frame}
    />
  );
}

/** The reviews that wait for approval. */
export function ReviewsPanel({ onClose, finalFocus }: PanelProps) {
  const list = waiting<Review>(useRows(listPendingReviews), (review) => !review.is_approved);
  const reviews = useReviewList(list);
  const top = useRef<HTMLDivElement>(null);
  useKeptFocus(list.state.is === 'ready' ? list.state.value.length : 0, () => top.current);

  return (
    <Dialog
      open
      size="xl"
      title="Reviews Waiting for Approval"
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div ref={top} tabIndex={-1} className="outline-none">
        <ListStates things="reviews" list={list}>
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
