import { formatMoment } from '#app/lib/dates.ts';
import { type MailReason, mailReasonTexts } from '#app/lib/mail-reasons.ts';

/** An unsent e-mail to the owner. Times are ISO 8601. */
export type UnsentMail = {
  enquiry_id: string;
  /** A failed one is not retried automatically. */
  status: 'waiting' | 'failed';
  /** Null before the first attempt. */
  reason: MailReason | null;
  /** The mail server's answer or the network error. */
  detail: string | null;
  attempted_at: string | null;
  /** Null if it has failed. */
  next_attempt_at: string | null;
};

const retriedSoonMs = 90_000;

/** Whether the next attempt is due within 90 seconds. */
export function isRetriedSoon({ next_attempt_at }: UnsentMail, now: Date): boolean {
  return next_attempt_at !== null && Date.parse(next_attempt_at) - now.getTime() < retriedSoonMs;
}

/** Explains an unsent e-mail to staff: why, the server's answer, and the next attempt. */
export function explainUnsentMail(mail: UnsentMail, now: Date): string[] {
  const { reason, detail, attempted_at } = mail;
  return [
    reason ? mailReasonTexts[reason] : 'It has not been tried yet.',
    ...(detail ? [`The answer was: ${detail}`] : []),
    ...(attempted_at ? [`Last try: ${formatMoment(attempted_at)}`] : []),
    `Next try: ${renderNextAttempt(mail, now)}`,
  ];
}

function renderNextAttempt(mail: UnsentMail, now: Date): string {
  if (mail.next_attempt_at === null) return 'none, unless you send it again';
  if (isRetriedSoon(mail, now)) return 'within two minutes';
  return formatMoment(mail.next_attempt_at);
}
