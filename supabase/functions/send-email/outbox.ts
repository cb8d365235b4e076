import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { getBackoffSeconds, isFinalFailure } from './backoff.ts';
import type { MailError } from './mail-error.ts';

/** How long a mail belongs to who sends it, in seconds: longer than any sending may take. */
const leaseSeconds = 180;

const claimed = z.object({
  id: z.uuid(),
  lease: z.uuid(),
  /** This one included. */
  attempts: z.number(),
  /** True for a try before its time, which costs none of the mail's attempts. */
  is_early: z.boolean(),
  email_type: z.enum(['contact', 'quote', 'visitor_storage']),
  /** Null for an e-mail that is not about an enquiry. */
  enquiry_id: z.uuid().nullable(),
});

/** A mail that is this caller's to send, and nobody else's. */
export type ClaimedMail = z.infer<typeof claimed>;

/**
 * Takes mails that are due.
 * @param supabase a client with the service key, as for the other functions here
 */
export async function claimDueMails(supabase: SupabaseClient, max: number): Promise<ClaimedMail[]> {
  const { data } = await supabase
    .rpc('claim_due_mails', { max_mails: max, lifetime_seconds: leaseSeconds })
    .throwOnError();
  return z.array(claimed).parse(data);
}

/**
 * Queues a warning to the owner if visitors' images have nearly reached their limit.
 * @returns false if they have not, or if the last warning is less than a day old
 */
export async function queueStorageWarning(supabase: SupabaseClient): Promise<boolean> {
  const { data } = await supabase.rpc('queue_storage_warning').throwOnError();
  return data === true;
}

/** Takes the mail about one of these enquiries, due or not; undefined where all have gone or are on their way. */
export async function claimMailFor(
  supabase: SupabaseClient,
  enquiryIds: string[],
): Promise<ClaimedMail | undefined> {
  const { data } = await supabase
    .rpc('claim_mails_for', { enquiry_ids: enquiryIds, lifetime_seconds: leaseSeconds })
    .throwOnError();
  return claimed.nullable().parse(data) ?? undefined;
}

/** Notes that the mail server has the mail. */
export async function markMailSent(supabase: SupabaseClient, { id }: ClaimedMail): Promise<void> {
  await supabase.rpc('mark_mail_sent', { mail_id: id }).throwOnError();
}

/**
 * Notes why a mail did not go, and lets it wait for its next try.
 * @returns whether there is no next one
 */
export async function markMailFailed(
  supabase: SupabaseClient,
  { id, lease, attempts, is_early }: ClaimedMail,
  mailError: MailError,
): Promise<boolean> {
  const isFinal = !is_early && isFinalFailure(mailError, attempts);
  await supabase
    .rpc('mark_mail_failed', {
      mail_id: id,
      lease_id: lease,
      error_reason: mailError.reason,
      error_detail: mailError.detail,
      retry_after_seconds: is_early ? null : getBackoffSeconds(mailError, attempts),
      is_final: isFinal,
    })
    .throwOnError();
  return isFinal;
}
