import { RecordScreen, TabbedRows } from '#app/admin/records/record-list.tsx';
import { useRecordPage } from '#app/admin/records/use-records.tsx';
import type { Review } from '../reviews.ts';
import { useReviewCards } from './use-review-cards.tsx';

const reviewList = {
  table: 'reviews',
  flag: 'is_approved',
  tabs: [
    { label: 'All', flagged: undefined, empty: 'No reviews yet.' },
    {
      label: 'Approved',
      flagged: true,
      empty: 'No reviews have been approved yet.',
    },
    {
      label: 'Pending',
      flagged: false,
      empty: 'All caught up. Every review is approved.',
    },
  ],
} as const;

export default function ReviewsScreen() {
  const query = useRecordPage<Review>(reviewList);
  const reviews = useReviewCards();

  return (
    <>
      <RecordScreen
        title="Customer Reviews"
        deletedFrom="reviews"
        entityPlural="reviews"
        addLabel="Add Review"
        onAdd={reviews.openNew}
        query={query}
        empty="No reviews yet. Add one a customer gave you."
      >
        {(page) => (
          <TabbedRows label="Filter reviews" tabs={reviewList.tabs} page={page}>
            {reviews.cards}
          </TabbedRows>
        )}
      </RecordScreen>
      {reviews.dialogs}
    </>
  );
}
