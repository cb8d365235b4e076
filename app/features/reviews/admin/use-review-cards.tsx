import { Pin, PinOff, ThumbsUp, Undo2 } from 'lucide-react';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { OpenLink } from '#app/admin/lists/row-actions.tsx';
import { CardAction, CardActions, CardGrid, cardClass } from '#app/admin/records/record-list.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRowMutation } from '#app/admin/records/use-records.tsx';
import { coveringLinkClass } from '#app/admin/screen-parts.tsx';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatDay } from '#app/lib/dates.ts';
import { Badge } from '#app/ui/badge.tsx';
import { getReviewSource } from '../review-source.ts';
import { deleteReview, flagReview, insertReview, type Review } from '../reviews.ts';
import { Stars } from './stars.tsx';

const ReviewDialog = lazyComponent(() => import('./review-dialog.tsx'));

const table = 'reviews';

type Flags = { is_approved: boolean } | { is_featured: boolean };
type Change = { id: string; review: Review; flags: Flags };

function describeFlags(flags: Flags) {
  if ('is_approved' in flags) return flags.is_approved ? 'approved' : 'no longer approved';
  return flags.is_featured ? 'featured' : 'no longer featured';
}

export function useReviewCards() {
  const editing = useEditing<Review>(table, 'review');
  usePreload(ReviewDialog);
  const { change, isBusy } = useRowMutation({
    table,
    subject: {
      failed: "Couldn't change the review.",
      check: 'Check whether the review has changed',
      changed: 'The customer changed this review. Read it again before you approve it.',
    },
    mutate: (client, { review, flags }: Change) => flagReview(client, review, flags),
    describe: (review, { flags }) =>
      `The review by ${review.customer_name} is ${describeFlags(flags)}.`,
    aspect: ({ flags }) => ('is_approved' in flags ? 'approval' : 'feature'),
  });
  const deletion = useUndoableDeletion<Review>({
    table,
    entity: 'review',
    question: 'Are you sure you want to delete this review?',
    getName: (review) => `The review by ${review.customer_name}`,
    remove: deleteReview,
    restore: insertReview,
  });

  return {
    openNew: editing.openNew,
    cards: (reviews: Review[]) => (
      <CardGrid wide>
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            busy={isBusy(review.id)}
            onApprove={(is_approved) => change({ id: review.id, review, flags: { is_approved } })}
            onFeature={(is_featured) => change({ id: review.id, review, flags: { is_featured } })}
            onEdit={() => editing.openRow(review)}
            onDelete={() => deletion.ask(review)}
          />
        ))}
      </CardGrid>
    ),
    dialogs: (
      <>
        {editing.render((dialog) => (
          <ReviewDialog {...dialog} />
        ))}
        {deletion.dialogs}
      </>
    ),
  };
}

type ReviewCardProps = {
  review: Review;
  busy: boolean;
  onApprove: (approved: boolean) => void;
  onFeature: (featured: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

function ReviewCard(props: ReviewCardProps) {
  const { review, busy, onApprove, onFeature, onEdit, onDelete } = props;
  const { customer_name, rating, review_text, is_approved, is_featured, reviewed_on } = review;
  const source = getReviewSource(review.source_url);
  return (
    <article
      aria-label={`Review by ${customer_name}`}
      className={`${cardClass} p-4 ${is_approved ? '' : 'border-l-4 border-l-yellow-500 hover:border-l-yellow-500'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Stars rating={rating} />
        <div className="flex flex-wrap gap-2">
          {review.sent_by_customer && (
            <Badge tone={is_approved ? 'plain' : 'unread'}>From the website</Badge>
          )}
          {is_featured && <Badge tone="plain">Featured</Badge>}
          {is_approved ? (
            <Badge tone="done">Approved</Badge>
          ) : (
            <Badge tone="waiting">Pending</Badge>
          )}
        </div>
      </div>
      {review.image && (
        <Thumbnail
          path={review.image}
          alt=""
          width={320}
          className="mt-3 h-24 w-32 border border-line"
        />
      )}
      <blockquote className="mt-3 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">
        “{review_text}”
      </blockquote>
      <p className="mt-3 text-sm leading-snug">
        <OpenLink
          id={review.id}
          onOpen={onEdit}
          className={`block font-semibold text-base ${coveringLinkClass}`}
        >
          {customer_name}
        </OpenLink>
        <span className="text-ink-soft">
          {review.project_type && `${review.project_type}, `}
          {review.town && `${review.town}, `}
          {reviewed_on ? (
            <time dateTime={reviewed_on}>{formatCalendarDay(reviewed_on)}</time>
          ) : (
            <time dateTime={review.created_at}>{formatDay(review.created_at)}</time>
          )}
          {source && `, on ${source}`}
        </span>
      </p>
      <CardActions what={customer_name} onEdit={onEdit} onDelete={onDelete}>
        <CardAction
          label={is_approved ? 'Unapprove' : 'Approve'}
          what={customer_name}
          Icon={is_approved ? Undo2 : ThumbsUp}
          busy={busy}
          onClick={() => onApprove(!is_approved)}
        />
        <CardAction
          label={is_featured ? 'Unfeature' : 'Feature'}
          what={customer_name}
          Icon={is_featured ? PinOff : Pin}
          busy={busy}
          onClick={() => onFeature(!is_featured)}
        />
      </CardActions>
    </article>
  );
}
