import { formatMoment } from '../format/dates.ts';

/** Why an e-mail to the owner was not sent. The same names as in the constraint outbox_reason_known. */
export const mailReasons = [
  'no_recipient',
  'no_mail_server',
  'unreachable',
  'timeout',
  'authentication',
  'deferred',
  'rejected',
  'unexpected',
] as const;

type MailReason = (typeof mailReasons)[number];

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

export const mailReasonTexts: Record<MailReason, string> = {
  no_recipient: 'There is no address to send it to: enter one under Email in Business Settings.',
  no_mail_server: 'The website has no mail server. It is sent once there is one.',
  unreachable: 'The mail server could not be reached.',
  timeout: 'The mail server did not answer in time.',
  authentication: 'The mail server did not accept the name and password of the website.',
  deferred: 'The mail server did not take it for the time being.',
  rejected: 'The mail server refused it.',
  unexpected: 'Something went wrong on the website while it was being sent.',
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
