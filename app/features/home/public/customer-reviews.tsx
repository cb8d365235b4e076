import type { Row } from '#app/lib/database.types.ts';
import { SectionHead } from '#app/site/page-parts.tsx';

export default function Reviews({ reviews }: { reviews: Row<'reviews'>[] }) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="border-line border-y bg-sheet">
      <div className="wrap py-11 sm:py-16">
        <SectionHead id="reviews" title="What customers say" />
        <ul className="gap-x-10 sm:columns-2 lg:columns-3">
          {reviews.map((review) => (
            <li key={review.id} className="mb-7 break-inside-avoid">
              <figure>
                <Stars rating={review.rating} />
                <blockquote className="mt-3 whitespace-pre-line text-lg leading-relaxed">
                  <ReviewText text={review.review_text} />
                </blockquote>
                <figcaption className="mt-4 border-line border-t pt-3">
                  <span className="font-semibold">{review.customer_name}</span>
                  {review.project_type && (
                    <span className="block text-ink-soft">{review.project_type}</span>
                  )}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const shownAtOnce = 420;

function ReviewText({ text }: { text: string }) {
  if (text.length <= shownAtOnce * 1.4) return text;
  const cut = Math.max(text.lastIndexOf(' ', shownAtOnce), shownAtOnce / 2);
  return (
    <>
      {text.slice(0, cut)}
      <details className="group">
        <summary className="drawn-link list-none py-1 group-open:hidden">Read more</summary>
        {text.slice(cut).trimStart()}
      </details>
    </>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p>
      <span className="sr-only">{`${rating} out of 5 stars`}</span>
      <svg viewBox="0 0 120 22" aria-hidden="true" className="h-5 w-auto">
        {[0, 1, 2, 3, 4].map((star) => (
          <path
            key={star}
            d="M11 1.5 13.9 8l7 .7-5.3 4.7 1.5 6.9L11 16.7l-6.1 3.6 1.5-6.9L1.1 8.7l7-.7z"
            transform={`translate(${star * 24} 0)`}
            className={star < rating ? 'fill-barn' : 'fill-none stroke-line-firm'}
          />
        ))}
      </svg>
    </p>
  );
}
