import type { Review } from '#app/data/reviews.ts';
import { RecordScreen } from '../records/record-screen.tsx';
import { TabbedRows } from '../records/tabbed-rows.tsx';
import { useRecords } from '../records/use-records.ts';
import { adminMeta } from '../robots.ts';
import { useReviewList } from './use-review-list.tsx';

export const meta = () => adminMeta('Customer Reviews');

const reviewList = {
  table: 'reviews',
  flag: 'is_approved',
  tabs: [
    { label: 'All', flagged: undefined, empty: 'No reviews yet.' },
    {
      label: 'Approved',
      flagged: true,
      empty: 'No review has been approved yet.',
    },
    {
      label: 'Pending',
      flagged: false,
      empty: 'Nothing is waiting: every review is approved.',
    },
  ],
} as const;

/** What customers have said, approved or not. */
export default function ReviewsScreen() {
  const list = useRecords<Review>(reviewList);
  const reviews = useReviewList(list);

  return (
    <>
      <RecordScreen
        title="Customer Reviews"
        things="reviews"
        addLabel="Add Review"
        onAdd={reviews.openNew}
        list={list}
        empty="No reviews yet. Add what a customer wrote or said to you."
      >
        {(_rows, shown) => (
          <TabbedRows label="Filter reviews" tabs={reviewList.tabs} shown={shown}>
            {reviews.cards}
          </TabbedRows>
        )}
      </RecordScreen>
      {reviews.dialogs}
    </>
  );
}
