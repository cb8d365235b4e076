import type { Client } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';

const askStatus = z.enum([
  'asked',
  'not_found',
  'not_finished',
  'no_email',
  'reviewed',
  'stopped',
  'too_late',
  'too_many',
]);

type AskStatus = z.output<typeof askStatus>;

/**
 * Queues the email that asks the customer of a finished order for a review.
 * @param mailId of the email: a repeated call sends one
 */
export async function askForReview(client: Client, id: string, mailId: string): Promise<AskStatus> {
  const { data } = await client
    .rpc('ask_for_review', { quote_id: id, mail_id: mailId })
    .throwOnError();
  return z.object({ status: askStatus }).parse(data).status;
}

const refusals: Record<Exclude<AskStatus, 'asked'>, string> = {
  not_found: 'This quote no longer exists.',
  not_finished: "This order isn't delivered yet.",
  no_email: 'This customer has no email address.',
  reviewed: 'This customer has already sent a review.',
  stopped: 'The customer turned off reminders for this quote.',
  too_late: "This order is more than two years old, so you can't ask for a review by email.",
  too_many: 'This email was sent five times today. Please try again tomorrow.',
};

/** Explains why the customer was not asked; undefined if they were. */
export function explainAsking(status: AskStatus): string | undefined {
  return status === 'asked' ? undefined : refusals[status];
}

type ReviewRequest = {
  customerName: string;
  sellerName: string;
  number: string;
  /** What was ordered. */
  title: string;
  /** As a sentence has it. */
  lastDay: string;
};

/** The email that asks for a review, which staff read before it is sent; each text is one line. */
export function composeReviewRequest(request: ReviewRequest) {
  const { customerName, sellerName, number, title, lastDay } = request;
  return {
    subject: `How did we do? Please review your order with ${sellerName}`,
    paragraphs: [
      `Hello ${customerName},`,
      `Thank you for choosing us. Your order ${number} is finished.`,
      'Would you tell other customers how it went? Rate us, write a few sentences, and add a photo if you like. We read every review before it appears on our website.',
    ],
    facts: [
      ['For', title],
      ['The link works until', lastDay],
    ] as [label: string, value: string][],
    linkLabel: 'Write a review',
  };
}
