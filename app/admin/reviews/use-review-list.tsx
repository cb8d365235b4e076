import { deleteReview, type Review, updateReview } from '#app/data/reviews.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../enquiries/use-deletion.tsx';
import type { Rows } from '../enquiries/use-rows.ts';
import { CardGrid } from '../records/card-grid.tsx';
import { useChange } from '../records/use-change.ts';
import { useEditing } from '../records/use-editing.ts';
import { useAdminClient } from '../session.ts';
import { ReviewCard } from './review-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';

/** Reviews as cards with everything that can be done with them; `dialogs` belongs beside `cards`. */
export function useReviewList(list: Rows<Review>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const editing = useEditing<Review>();
  const change = useChange(list, 'The review');
  const deletion = useDeletion<Review>({
    question: 'Are you sure you want to delete this review?',
    remove: (review) => deleteReview(client, review.id),
    onRemoved(review) {
      list.remove(review.id);
      toasts.news(`The review by ${review.customer_name} is deleted.`);
    },
    refused: (message) => `The review could not be deleted: ${message}`,
    brokeOff: 'The review could not be deleted. Please try again.',
  });

  async function setApproved(review: Review, is_approved: boolean) {
    if (!(await change(() => updateReview(client, review.id, { is_approved })))) return;
    const state = is_approved ? 'approved' : 'no longer approved';
    toasts.news(`The review by ${review.customer_name} is ${state}.`);
  }

  async function setFeatured(review: Review, is_featured: boolean) {
    if (!(await change(() => updateReview(client, review.id, { is_featured })))) return;
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
        {editing.target && (
          <ReviewDialog
            review={editing.target.row}
            onClose={editing.close}
            onSaved={(review) => {
              editing.close();
              list.reload();
              toasts.news(`The review by ${review.customer_name} is saved.`);
            }}
            finalFocus={editing.finalFocus}
          />
        )}
        {deletion.dialogs}
      </>
    ),
  };
}
