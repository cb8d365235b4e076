import { mailReasons, type UnsentMail } from '#app/domain/enquiry-mail.ts';
import { z } from '#app/domain/zod.ts';
import type { Client } from './supabase-context.ts';

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

/** Which of these enquiries the owner should have had a mail about, and has not. For staff. */
export async function readUnsentMails(client: Client, enquiryIds: string[]): Promise<UnsentMail[]> {
  const { data } = await client
    .rpc('list_unsent_mails', { enquiry_ids: enquiryIds })
    .throwOnError();
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
export async function retryMail(client: Client, enquiryId: string): Promise<boolean> {
  const { data } = await client.rpc('retry_mail', { enquiry_id: enquiryId }).throwOnError();
  return data;
}
