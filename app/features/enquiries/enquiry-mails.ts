import type { Client } from '#app/lib/client.ts';
import { mailReasons } from '#app/lib/mail-reasons.ts';
import { z } from '#app/lib/zod.ts';
import type { UnsentMail } from './enquiry-mail.ts';

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
 * Makes the e-mail due now and resets its attempts. Returns false if it has been sent meanwhile.
 */
export async function retryMail(client: Client, enquiryId: string): Promise<boolean> {
  const { data } = await client.rpc('retry_mail', { enquiry_id: enquiryId }).throwOnError();
  return data;
}
