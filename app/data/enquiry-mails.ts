import { mailReasons, type UnsentMail } from '#app/domain/enquiries/enquiry-mail.ts';
import { z } from '#app/domain/zod.ts';
import type { Client } from './supabase-context.ts';

const unsentMails: z.ZodType<UnsentMail[]> = z.array(
  z.object({
    enquiry: z.string(),
    state: z.enum(['waiting', 'failed']),
    reason: z.enum(mailReasons).nullable(),
    detail: z.string().nullable(),
    tried_at: z.string().nullable(),
    next_try_at: z.string().nullable(),
  }),
);

/** Which of these enquiries the owner should have had a mail about, and has not. For staff. */
export async function readUnsentMails(client: Client, enquiries: string[]): Promise<UnsentMail[]> {
  const { data } = await client.rpc('unsent_mails_of', { enquiries }).throwOnError();
  return unsentMails.parse(data);
}

/** How many enquiries the owner should have had a mail about, and has not. For staff. */
export async function countUnsentMails(client: Client): Promise<number> {
  const { data } = await client.rpc('count_unsent_mails').throwOnError();
  return data;
}

/**
 * Has the mail about an enquiry tried again now, and as often as a new one. For staff.
 * @returns false where it has gone meanwhile
 */
export async function sendMailAgain(client: Client, enquiry: string): Promise<boolean> {
  const { data } = await client.rpc('send_mail_again', { enquiry }).throwOnError();
  return data;
}
