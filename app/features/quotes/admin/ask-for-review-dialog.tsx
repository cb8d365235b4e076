import { useState } from 'react';
import { useHasMailServer } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import type { QuoteDocument } from '../customer-quote.ts';
import { addDays } from '../quote-start.ts';
import type { Quote } from '../quotes.ts';
import { reviewDays } from '../review-limits.ts';
import { askForReview, composeReviewRequest, explainAsking } from '../review-request.ts';
import { FormDialog } from './use-quote-action.tsx';

type DialogProps = { quote: Quote; document: QuoteDocument; onClose: () => void };

/** Shows the email as it goes out. */
export default function AskForReviewDialog({ quote, document, onClose }: DialogProps) {
  const client = useAdminClient();
  const [mailId] = useState(() => createUuid());
  const hasMailServer = useHasMailServer();
  const mail = composeReviewRequest({
    customerName: quote.customer_name,
    sellerName: document.seller.name,
    number: document.number,
    title: document.content.title,
    lastDay: formatCalendarDay(addDays(toIsoDay(new Date()), reviewDays)),
  });
  const wasAsked = quote.review_asked_at !== null;
  const ask = async () =>
    hasMailServer()
      ? explainAsking(await askForReview(client, quote.id, mailId))
      : "You haven't set up email, so we didn't send it.";
  return (
    <FormDialog
      title={wasAsked ? 'Send the email again?' : 'Ask for a review?'}
      submit={{
        label: wasAsked ? 'Send again' : 'Send the email',
        run: ask,
        done: `We're sending the email to ${quote.customer_email}.`,
      }}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
        <dt className="text-ink-soft">To</dt>
        <dd>{quote.customer_email}</dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-semibold">{mail.subject}</dd>
      </dl>
      <div className="grid gap-3 border border-line bg-paper p-4 wrap-anywhere">
        {mail.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {mail.facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="font-semibold underline">{mail.linkLabel}</p>
        <p className="text-ink-soft text-sm">
          {`${document.seller.name}, ${document.seller.address}, ${document.seller.phone}`}
          <br />
          {`Stop reminders about this ${document.content.type}`}
        </p>
      </div>
    </FormDialog>
  );
}
