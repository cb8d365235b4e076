import { formatCents } from '#app/lib/prices.ts';
import { endSentence } from '#app/lib/text.ts';
import { type QuoteState, quoteStateLabels } from './quote-states.ts';
import type {
  AdjustResult,
  AnswerResult,
  missingFacts,
  PaymentResult,
  ReminderResult,
  SendResult,
  StageResult,
  StateResult,
} from './staff-actions.ts';

const missingLabels: Record<(typeof missingFacts)[number], string> = {
  customer_name: "the customer's name",
  title: 'a title',
  items: 'at least one item',
  payment_terms: 'the payment terms',
  delivery: 'the delivery terms',
  cancellation: 'the cancellation terms',
  valid_until: 'a “Valid until” date of today or later',
  business_name: 'the business name (Business Settings)',
  business_address: 'the business address (Business Settings)',
  business_phone: 'the business phone number (Business Settings)',
  hst_number: 'the HST number',
  hst: 'the current HST (it changed in Business Settings: save the quote again)',
};

/** Explains why a quote was not sent or adjusted; undefined if it was. */
export function explainSending(result: SendResult | AdjustResult): string | undefined {
  switch (result.status) {
    case 'sent':
      return 'number' in result ? undefined : 'This quote is already waiting for an answer.';
    case 'adjusted':
      return undefined;
    case 'incomplete':
      return `Still missing: ${result.missing.map((fact) => missingLabels[fact]).join(', ')}.`;
    case 'total_changed':
      return `The total is ${formatCents(result.total)} now. Close this preview and check the quote.`;
    case 'changed':
      return 'Someone else changed this quote. Reload to see the latest version.';
    case 'unchanged':
      return 'Nothing has changed since the last version. To send it once more, use "Send the email again".';
    case 'needs_acceptance':
      return `More than ${formatCents(result.max)} needs a new agreement. Send it as a new version.`;
    case 'not_found':
      return 'This quote no longer exists.';
    default:
      return `This quote is ${quoteStateLabels[result.status].toLowerCase()}.`;
  }
}

/**
 * States that what is offered was sent already: the answer to a first try was lost, or a colleague sent it.
 * @param seen the latest version that the screen knew
 */
export function describeEarlierSending(
  result: SendResult | AdjustResult,
  seen: number,
  email: string | null,
): string | undefined {
  if (result.status !== 'unchanged' || result.version <= seen) return undefined;
  const to = result.mailed && email ? ` to ${email}` : '';
  return `Version ${result.version} of quote ${result.number} was already sent${to}.`;
}

/** Says what was recorded of an order, and whether the customer gets an email. */
export function describeRecording(what: string, isTold: boolean, isMailed: boolean): string {
  const recorded = `${what} was recorded.`;
  if (!isTold) return recorded;
  return isMailed
    ? `${recorded} The customer will get an email.`
    : `${recorded} No email was sent, because the customer already got twenty about this order today.`;
}

/** Explains why an action did not lead to the status `expected`; undefined if it did. */
export function explainState(
  result: StateResult,
  expected: StateResult['status'],
): string | undefined {
  const { status } = result;
  if (status === expected) return undefined;
  if (status === 'not_found') return 'This quote no longer exists.';
  if (status === 'invalid') return 'Please check what you entered.';
  if (status === 'changed') return 'There is a newer version now. Reload the quote.';
  if (status === 'extended') return undefined;
  return `This quote is ${quoteStateLabels[status].toLowerCase()}.`;
}

/** Explains why a payment or stage was not recorded; undefined if it was. */
export function explainRecording(result: PaymentResult | StageResult): string | undefined {
  switch (result.status) {
    case 'recorded':
      return undefined;
    case 'already_recorded':
      return 'This payment was already recorded, as the list shows. If the amount is wrong, record the difference.';
    case 'not_found':
      return 'This quote no longer exists.';
    case 'invalid':
      return "Please check what you entered. A payment date can't be in the future.";
    case 'refund_too_high':
      return `${formatCents(result.paid)} was paid. A refund can't be more than that.`;
    default:
      return `This quote is ${quoteStateLabels[result.status].toLowerCase()}.`;
  }
}

/** Explains why an answer was not sent; undefined if it was. */
export function explainAnswer({ status }: AnswerResult): string | undefined {
  switch (status) {
    case 'sent':
      return undefined;
    case 'already_sent':
      return 'This answer was already sent, as the list shows. To add something, send another one.';
    case 'not_found':
      return 'This quote no longer exists.';
    case 'invalid':
      return 'Please write an answer.';
  }
}

type Agreement = {
  state: QuoteState;
  version: number;
  agreed_version: number | null;
  agreed_cents: number | null;
  lapsed_as: string | null;
  decline_reason: string | null;
};

/** States which version is agreed while a later one waits or after it ended; undefined without an agreement. */
export function describeAgreement(quote: Agreement): string | undefined {
  const { state, version, agreed_version, agreed_cents, lapsed_as, decline_reason } = quote;
  if (agreed_version === null) return undefined;
  const agreed = `Version ${agreed_version} is agreed for ${formatCents(agreed_cents ?? 0)}`;
  if (state !== 'accepted') return `${agreed} and holds until version ${version} is accepted.`;
  if (lapsed_as === null) return undefined;
  const ended = lapsed_as === 'expired' ? 'expired without an answer' : `was ${lapsed_as}`;
  const reason = decline_reason ? `: ${decline_reason}` : '';
  return endSentence(`${agreed} and still holds. Version ${version} ${ended}${reason}`);
}

/** Explains why a reminder was not saved; undefined if it was. */
export function explainReminder({ status }: ReminderResult): string | undefined {
  switch (status) {
    case 'saved':
      return undefined;
    case 'not_found':
      return 'This reminder was already sent or removed.';
    case 'invalid':
      return 'Please choose a date from today until the quote expires, within six months of when it was first sent. Weekend dates move to Monday.';
    case 'no_email':
      return 'This customer has no email address.';
    case 'stopped':
      return 'The customer turned off reminders for this quote.';
    case 'too_many':
      return 'You can send up to three reminders for each version.';
    default:
      return `You can't send reminders while a quote is ${quoteStateLabels[status].toLowerCase()}.`;
  }
}
