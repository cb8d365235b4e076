import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { explainAgreement, explainLapse } from '../answer-messages.ts';
import type { CustomerQuote } from '../customer-quote.ts';

type StateNoticeProps = {
  quote: CustomerQuote;
  /** The customer's last action, from the redirect. */
  done: string | null;
  message: string | undefined;
};

export function StateNotice({ quote, done, message }: StateNoticeProps) {
  const outcome = message ? undefined : describeOutcome(quote, done);
  const state = describeState(quote);
  return (
    <div id="outcome" className="scroll-mt-28">
      {message && (
        <p role="alert" className="mb-6 warning">
          {message}
        </p>
      )}
      {outcome && (
        <p role="status" className="mb-6 border-moss border-l-4 bg-moss-tint px-4 py-3">
          {outcome}
        </p>
      )}
      {state && <p className="mb-6 border border-line bg-sheet px-4 py-3">{state}</p>}
    </div>
  );
}

function describeOutcome({ state, lapsed, customer }: CustomerQuote, done: string | null) {
  if (done === 'accepted' && state === 'accepted') {
    const copy = customer.hasEmail
      ? 'We send you what was agreed by e-mail.'
      : 'Please download what was agreed below.';
    return `Thank you, ${customer.name}. You have accepted this quote. ${copy}`;
  }
  if (done === 'declined' && (state === 'declined' || lapsed?.as === 'declined'))
    return 'Thank you for your answer.';
  if (done === 'message') {
    return `Your message has been sent. We answer here${customer.hasEmail ? ' and by e-mail' : ''}.`;
  }
  if (done === 'reminders') return 'You get no more reminders about this quote.';
  return undefined;
}

function describeState(quote: CustomerQuote) {
  const { state, acceptance, agreedVersion, agreedCents, lapsed, validUntil, version } = quote;
  const accepted =
    acceptance &&
    `Version ${acceptance.version} was accepted on ${formatMoment(acceptance.acceptedAt)}${acceptance.channel === 'phone' ? ' by phone' : ''} for ${formatCents(acceptance.totals.total)}.`;
  if (agreedVersion !== null && agreedCents !== null && state !== 'accepted') {
    const asked = state === 'change_requested' ? ' You have asked for a change of it.' : '';
    return `${accepted} Version ${version} is a change that needs your agreement.${asked} Until you accept it, ${explainAgreement(agreedVersion)}`;
  }
  switch (state) {
    case 'accepted':
      return [
        accepted,
        lapsed && `${explainLapse(lapsed)} Nothing has changed: ${explainAgreement(version)}`,
      ]
        .filter(Boolean)
        .join(' ');
    case 'declined':
      return 'This quote was declined.';
    case 'expired':
      return `This quote was valid until ${formatCalendarDay(validUntil)}. Ask us for a new date.`;
    case 'withdrawn':
      return 'We have withdrawn this quote.';
    case 'change_requested':
      return 'You have asked for a change. We send you a new version; until then you can still accept this one.';
    default:
      return undefined;
  }
}
