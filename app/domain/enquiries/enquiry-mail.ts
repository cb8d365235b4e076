import { formatMoment } from '../format/dates.ts';

/** Why the owner has had no mail about an enquiry. The database knows the same names: migration 001500. */
export const mailReasons = [
  'no_address',
  'unreachable',
  'timeout',
  'sign_in',
  'put_off',
  'refused',
  'unexpected',
] as const;

type MailReason = (typeof mailReasons)[number];

/** A mail to the owner that has not gone. Times are ISO 8601. */
export type UnsentMail = {
  /** The enquiry's id. */
  enquiry: string;
  /** A failed one is not tried again by itself. */
  state: 'waiting' | 'failed';
  /** Null where nobody has tried it yet. */
  reason: MailReason | null;
  /** What the mail server or the network said. */
  detail: string | null;
  tried_at: string | null;
  /** Null where it has failed. */
  next_try_at: string | null;
};

const reasons: Record<MailReason, string> = {
  no_address: 'There is no address to send it to: enter one under Email in Business Settings.',
  unreachable: 'The mail server could not be reached.',
  timeout: 'The mail server did not answer in time.',
  sign_in: 'The mail server did not accept the name and password of the website.',
  put_off: 'The mail server did not take it for the time being.',
  refused: 'The mail server refused it.',
  unexpected: 'Something went wrong on the website while it was being sent.',
};

/** How close a next try has to be to be called soon, in milliseconds. */
const soon = 90_000;

/** Whether the next try is under way or close. */
export function isTriedSoon({ next_try_at }: UnsentMail, now: Date): boolean {
  return next_try_at !== null && Date.parse(next_try_at) - now.getTime() < soon;
}

/** What staff read about a mail that has not gone: why, what was said, and what happens next. */
export function explainUnsentMail(mail: UnsentMail, now: Date): string[] {
  const { reason, detail, tried_at } = mail;
  return [
    reason ? reasons[reason] : 'It has not been tried yet.',
    ...(detail ? [`The answer was: ${detail}`] : []),
    ...(tried_at ? [`Last try: ${formatMoment(tried_at)}`] : []),
    `Next try: ${nextTry(mail, now)}`,
  ];
}

function nextTry(mail: UnsentMail, now: Date): string {
  if (mail.next_try_at === null) return 'none, unless you send it again';
  if (isTriedSoon(mail, now)) return 'within two minutes';
  return formatMoment(mail.next_try_at);
}
