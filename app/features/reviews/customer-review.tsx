import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import type { Row } from '#app/lib/database.types.ts';
import { useAltText } from '#app/site/page-parts.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { getReviewSource } from './review-source.ts';

/** A review as visitors see it, on the home page and on the page of reviews. */
export function CustomerReview({ review }: { review: Row<'reviews'> }) {
  const getAlt = useAltText();
  const { image } = review;
  return (
    <figure>
      {image && (
        <ResponsiveImage
          path={image}
          alt={getAlt(image, `Photo by ${review.customer_name}`)}
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
          width={640}
          height={480}
          className="mb-4 aspect-4/3 h-auto w-full border border-line bg-pine object-cover"
        />
      )}
      <Stars rating={review.rating} />
      <blockquote className="mt-3 whitespace-pre-line text-lg leading-relaxed">
        <ReviewText text={review.review_text} />
      </blockquote>
      <figcaption className="mt-4 border-line border-t pt-3 wrap-anywhere">
        <span className="font-semibold">{review.customer_name}</span>
        {(review.project_type || review.town) && (
          <span className="block text-ink-soft">
            {[review.project_type, review.town].filter(Boolean).join(', ')}
          </span>
        )}
        <Origin review={review} />
      </figcaption>
    </figure>
  );
}

/** When and where the review was written, such as June 30, 2026, on Google. */
function Origin({ review }: { review: Row<'reviews'> }) {
  const { reviewed_on, source_url, sent_by_customer } = review;
  const day = formatCalendarDay(reviewed_on);
  const source = getReviewSource(source_url);
  if (!day && !source) return null;
  return (
    <span className="block text-ink-soft">
      {day && <time dateTime={reviewed_on ?? undefined}>{day}</time>}
      {day && source && ', '}
      {day && !source && sent_by_customer && ', on this website'}
      {source && (
        <a
          href={source_url ?? undefined}
          rel="noopener nofollow"
          className="drawn-link inline-flex min-h-11 items-center"
        >
          {`on ${source}`}
        </a>
      )}
    </span>
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

/** A star of 22 by 22. */
export const starPath =
  'M11 1.5 13.9 8l7 .7-5.3 4.7 1.5 6.9L11 16.7l-6.1 3.6 1.5-6.9L1.1 8.7l7-.7z';

function Stars({ rating }: { rating: number }) {
  return (
    <p>
      <span className="sr-only">{`${rating} out of 5 stars`}</span>
      <svg viewBox="0 0 120 22" aria-hidden="true" className="h-5 w-auto">
        {[0, 1, 2, 3, 4].map((star) => (
          <path
            key={star}
            d={starPath}
            transform={`translate(${star * 24} 0)`}
            className={star < rating ? 'fill-brand' : 'fill-none stroke-line-firm'}
          />
        ))}
      </svg>
    </p>
  );
}
