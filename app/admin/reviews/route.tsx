import { listReviews, type Review } from '#app/data/reviews.ts';
import { useRows } from '../enquiries/use-rows.ts';
import { RecordScreen } from '../records/record-screen.tsx';
import { type RecordTab, TabbedRows } from '../records/tabbed-rows.tsx';
import { adminMeta } from '../robots.ts';
import { useReviewList } from './use-review-list.tsx';

export const meta = () => adminMeta('Customer Reviews');

const tabs: RecordTab<Review>[] = [
  { label: 'All', empty: 'No reviews yet.' },
  {
    label: 'Approved',
    holds: (review) => review.is_approved,
    empty: 'No review has been approved yet.',
  },
  {
    label: 'Pending',
    holds: (review) => !review.is_approved,
    empty: 'Nothing is waiting: every review is approved.',
  },
];

export default function ReviewsScreen() {
  const list = useRows(listReviews);
  const reviews = useReviewList(list);

  return (
    <>
      <RecordScreen
        title="Customer Reviews"
        things="reviews"
        addLabel="Add Review"
        onAdd={reviews.openNew}
        list={list}
        wordsOf={(review) => [review.customer_name, review.review_text, review.project_type]}
        empty="No reviews yet. Add what a customer wrote or said to you."
      >
        {(rows, searching) => (
          <TabbedRows label="Filter reviews" tabs={tabs} rows={rows} searching={searching}>
            {reviews.cards}
          </TabbedRows>
        )}
      </RecordScreen>
      {reviews.dialogs}
    </>
  );
}
