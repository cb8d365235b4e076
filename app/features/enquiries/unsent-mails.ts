import type { Client } from '#app/lib/client.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { type MailReason, mailReasons, mailReasonTexts } from '#app/lib/mail-reasons.ts';
import { z } from '#app/lib/zod.ts';

/** An unsent email to the owner. Times are ISO 8601. */
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

/** Explains an unsent email to staff: why, the server's answer, and the next attempt. */
export function explainUnsentMail(mail: UnsentMail, now: Date): string[] {
  const { reason, detail, attempted_at } = mail;
  return [
    reason ? mailReasonTexts[reason] : 'Not sent yet.',
    ...(detail ? [`Details: ${detail}`] : []),
    ...(attempted_at ? [`Last attempt: ${formatMoment(attempted_at)}`] : []),
    `Next attempt: ${renderNextAttempt(mail, now)}`,
  ];
}

function renderNextAttempt(mail: UnsentMail, now: Date): string {
  if (mail.next_attempt_at === null) return 'none unless you send it again';
  if (isRetriedSoon(mail, now)) return 'within two minutes';
  return formatMoment(mail.next_attempt_at);
}

const unsentMails: z.ZodType<UnsentMail[]> = z.array(
  z.object({
    enquiry_id: z.string(),
    status: z.enum(['waiting', 'failed']),
    reason: z.enum(mailReasons).nullable(),
    detail: z.string().nullable(),
    attempted_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
  }),
);

export async function readUnsentMails(client: Client, enquiryIds: string[]): Promise<UnsentMail[]> {
  const { data } = await client
    .rpc('list_unsent_mails', { enquiry_ids: enquiryIds })
    .throwOnError();
  return unsentMails.parse(data);
}

export async function countUnsentMails(client: Client): Promise<number> {
  const { data } = await client.rpc('count_unsent_mails').throwOnError();
  return data;
}

/**
 * Makes the email due now and resets its attempts. Returns false if it has been sent meanwhile.
 */
export async function retryMail(client: Client, enquiryId: string): Promise<boolean> {
  const { data } = await client.rpc('retry_mail', { enquiry_id: enquiryId }).throwOnError();
  return data;
}
