import { lazy, Suspense } from 'react';
import { deleteReview, flagReview, insertReview, type Review } from '#app/data/reviews.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useRowMutation } from '../lists/use-row-mutation.ts';
import { CardGrid } from '../records/card-grid.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { ReviewCard } from './review-card.tsx';

const ReviewDialog = lazy(() => import('./review-dialog.tsx'));

const table = 'reviews';

type Flags = { is_approved: boolean } | { is_featured: boolean };

function describeFlags(flags: Flags) {
  if ('is_approved' in flags) return flags.is_approved ? 'approved' : 'no longer approved';
  return flags.is_featured ? 'featured' : 'no longer featured';
}

/** Reviews as cards with everything that can be done with them; `dialogs` belongs beside `cards`. */
export function useReviewCards() {
  const toasts = useToasts();
  const editing = useEditing<Review>(table);
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'The review',
    mutate: (client, { id, flags }: { id: string; flags: Flags }) => flagReview(client, id, flags),
    onSuccess: (review, { flags }) =>
      toasts.news(`The review by ${review.customer_name} is ${describeFlags(flags)}.`),
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
      <CardGrid>
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            busy={isBusy(review.id)}
            onApprove={(is_approved) => change({ id: review.id, flags: { is_approved } })}
            onFeature={(is_featured) => change({ id: review.id, flags: { is_featured } })}
            onEdit={() => editing.openRow(review)}
            onDelete={() => deletion.ask(review)}
          />
        ))}
      </CardGrid>
    ),
    dialogs: (
      <>
        {editing.dialog && (
          <Suspense>
            <ReviewDialog {...editing.dialog} />
          </Suspense>
        )}
        {deletion.dialogs}
      </>
    ),
  };
}
