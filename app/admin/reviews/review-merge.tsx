import type { ReviewColumns } from '#app/data/reviews.ts';
import { columnField } from '#app/domain/merging.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { Stars } from './stars.tsx';

const field = columnField<ReviewColumns>;

/** What two people may have entered differently about a review. */
export const reviewMerge: ShownField<ReviewColumns>[] = [
  field('Customer Name', 'customer_name'),
  { ...field('Rating', 'rating'), show: ({ rating }) => <Stars rating={rating} /> },
  field('Review Text', 'review_text'),
  field('Project Type', 'project_type'),
  field('Approved', 'is_approved'),
  field('Featured', 'is_featured'),
];
