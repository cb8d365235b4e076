import { deleteReview, flagReview, insertReview, type Review } from '#app/data/reviews.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useChange } from '../lists/use-change.ts';
import type { RowChanges } from '../lists/use-rows.ts';
import { CardGrid } from '../records/card-grid.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { useAdminClient } from '../session.ts';
import { ReviewCard } from './review-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';

/**
 * Reviews as cards with everything that can be done with them; `dialogs` belongs beside `cards`.
 */
export function useReviewList(list: RowChanges<Review>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const editing = useEditing<Review>(list.reload);
  const change = useChange(list, 'The review');
  const deletion = useUndoableDeletion<Review>({
    thing: 'review',
    question: 'Are you sure you want to delete this review?',
    name: (review) => `The review by ${review.customer_name}`,
    list,
    remove: deleteReview,
    putBack: insertReview,
  });

  async function setApproved(review: Review, is_approved: boolean) {
    if (!(await change(() => flagReview(client, review.id, { is_approved })))) return;
    const state = is_approved ? 'approved' : 'no longer approved';
    toasts.news(`The review by ${review.customer_name} is ${state}.`);
  }

  async function setFeatured(review: Review, is_featured: boolean) {
    if (!(await change(() => flagReview(client, review.id, { is_featured })))) return;
    const state = is_featured ? 'featured' : 'no longer featured';
    toasts.news(`The review by ${review.customer_name} is ${state}.`);
  }

  return {
    openNew: editing.openNew,
    cards: (reviews: Review[]) => (
      <CardGrid>
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            onApprove={(approved) => setApproved(review, approved)}
            onFeature={(featured) => setFeatured(review, featured)}
            onEdit={() => editing.openRow(review)}
            onDelete={() => deletion.ask(review)}
          />
        ))}
      </CardGrid>
    ),
    dialogs: (
      <>
        {editing.dialog && <ReviewDialog {...editing.dialog} />}
        {deletion.dialogs}
      </>
    ),
  };
}
