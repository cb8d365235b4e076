import { useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatDay, toIsoDay } from '#app/lib/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { quoteDocumentSchema } from '../customer-quote.ts';
import { addDays } from '../quote-start.ts';
import type { Quote } from '../quotes.ts';
import { reviewDays } from '../review-limits.ts';
import type { SectionProps } from './use-quote-action.tsx';

const AskForReviewDialog = lazyComponent(() => import('./ask-for-review-dialog.tsx'));

/** Asks the customer of a delivered order for a review, and leads to the one that they have sent. */
export function ReviewSection({ quote, history: { stages, versions } }: SectionProps) {
  const [isAsking, setAsking] = useState(false);
  const { review_id, review_asked_at, customer_email, erased_at } = quote;
  const isDelivered = stages.some(({ stage }) => stage === 'delivered');
  usePreload(AskForReviewDialog, isDelivered);
  if (erased_at !== null || (!isDelivered && !review_asked_at)) return null;
  if (review_id) {
    return (
      <FormSection title="Review" intro="The customer has sent a review.">
        <Link to={`/admin/reviews?open=${review_id}`} className={buttonClass('secondary')}>
          Open the review
        </Link>
      </FormSection>
    );
  }
  const agreed = versions.find(({ version }) => version === quote.agreed_version)?.document;
  const document = agreed ? quoteDocumentSchema.parse(JSON.parse(agreed)) : undefined;
  return (
    <FormSection title="Review" intro={describeAsking(quote)}>
      {customer_email && document && isDelivered && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {review_asked_at ? 'Send again' : 'Ask for a review'}
        </Button>
      )}
      {isAsking && document && (
        <AskForReviewDialog quote={quote} document={document} onClose={() => setAsking(false)} />
      )}
    </FormSection>
  );
}

function describeAsking({ review_asked_at, customer_email }: Quote): string {
  if (review_asked_at) {
    const lastDay = addDays(toIsoDay(review_asked_at), reviewDays);
    return `You asked for a review on ${formatDay(review_asked_at)}. The customer can write it until ${formatCalendarDay(lastDay)}.`;
  }
  return customer_email
    ? "You've delivered this order. Ask the customer for a review."
    : "This customer has no email address, so we can't ask for a review.";
}
