import { CustomerReview } from '#app/features/reviews/customer-review.tsx';
import type { Row } from '#app/lib/database.types.ts';
import { SectionHead, SiteLink } from '#app/site/page-parts.tsx';

type ReviewsProps = { title: string; reviews: Row<'reviews'>[] };

export default function Reviews({ title, reviews }: ReviewsProps) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="border-line border-y bg-sheet">
      <div className="wrap py-11 sm:py-16">
        <SectionHead id="reviews" title={title}>
          <SiteLink to="/reviews" className="drawn-link inline-flex min-h-11 items-center">
            Read all reviews
          </SiteLink>
        </SectionHead>
        <ul className="gap-x-10 sm:columns-2 lg:columns-3">
          {reviews.map((review) => (
            <li key={review.id} className="mb-7 break-inside-avoid">
              <CustomerReview review={review} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
