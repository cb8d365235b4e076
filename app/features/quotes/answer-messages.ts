import { formatMoment } from '#app/lib/dates.ts';
import type { AcceptResult, DeclineResult, MessageResult } from './customer-quote.ts';

export const tooManyAnswers =
  'There were too many requests for this quote. Please try again in an hour, or call us.';

const lapsedLabels = {
  declined: 'was declined',
  expired: 'is no longer valid',
  withdrawn: 'was withdrawn by us',
} as const;

/** States which version remains agreed while no other one is. */
export const explainAgreement = (version: number) =>
  `version ${version} is agreed and remains as it is.`;

/** Explains how a version ended that would have changed an order. */
export function explainLapse({ version, as }: { version: number; as: keyof typeof lapsedLabels }) {
  return `Version ${version} ${lapsedLabels[as]}.`;
}

/** Explains to a customer why a version could not be answered; undefined if it could. */
export function explainAnswer(
  result: AcceptResult | DeclineResult | MessageResult,
): string | undefined {
  if ('agreedVersion' in result && result.agreedVersion) {
    return `Version ${result.version} ${lapsedLabels[result.status]}. Nothing has changed: ${explainAgreement(result.agreedVersion)}`;
  }
  switch (result.status) {
    case 'already_accepted':
      return 'acceptedAt' in result
        ? `Version ${result.version} was already accepted on ${formatMoment(result.acceptedAt)}${result.channel === 'phone' ? ' by phone' : ''}. Nothing has changed.`
        : undefined;
    case 'changed':
      return 'There is a newer version of this quote. Please read it before you answer. Nothing has been accepted.';
    case 'declined':
      return 'This quote was declined. If you have changed your mind, send us a message or call us.';
    case 'expired':
      return 'This quote is no longer valid. Ask us for a new date: send us a message or call us.';
    case 'withdrawn':
      return 'We have withdrawn this quote. Please call us if you have questions.';
    case 'review_needed':
      return 'Something has changed since you looked at the summary. Please check it again. Nothing has been accepted.';
    case 'already_sent':
      return 'We already have this message, as you can see below. If you added something, send it again.';
    case 'too_many_messages':
      return "You've reached the limit of messages for this quote. Please call us.";
    case 'too_many_messages_this_hour':
      return "You've sent ten messages within an hour. Please try again later, or call us.";
    case 'invalid':
      return "Something is missing, or your choices don't go together. Please check what you entered.";
    default:
      return undefined;
  }
}
