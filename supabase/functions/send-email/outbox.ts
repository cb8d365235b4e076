import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { getBackoffSeconds, isFinalFailure, type MailError } from './mail-error.ts';
import { type SpamDigest, spamDigest } from './notices.ts';
import type { UnneededFiles } from './quote-files.ts';
import { type PreparedQuoteMail, preparedQuoteMail } from './quote-mail.ts';

/** Longer than sending one email takes. */
const leaseSeconds = 180;

const claimed = z.object({
  id: z.uuid(),
  lease: z.uuid(),
  /** Including this one. */
  attempts: z.number(),
  /** True before the email is due: the attempt is not counted. */
  is_early: z.boolean(),
  email_type: z.enum(['contact', 'quote', 'visitor_storage', 'suspected_spam', 'quote_mail']),
  /** Null for an email that is not about an enquiry; `quote_mail` is about a sent quote. */
  enquiry_id: z.uuid().nullable(),
});

/** An email that this caller has leased. */
export type ClaimedMail = z.infer<typeof claimed>;

/**
 * Leases emails that are due.
 * @param supabase a client with the service key, as in all functions of this file
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

/**
 * Queues an email to the owner about the enquiries that may be spam and have none of their own.
 * @returns false if there are none, or if the last such email is less than a day old
 */
export async function queueSpamDigest(supabase: SupabaseClient): Promise<boolean> {
  const { data } = await supabase.rpc('queue_spam_digest').throwOnError();
  return data === true;
}

/** The enquiries that an email about suspected spam names. */
export async function readSpamDigest(
  supabase: SupabaseClient,
  { id }: ClaimedMail,
): Promise<SpamDigest> {
  const { data } = await supabase.rpc('read_spam_digest', { digest: id }).throwOnError();
  return spamDigest.parse(data);
}

/** Leases the email about one of these enquiries, due or not; undefined if all are sent or leased. */
export async function claimMailFor(
  supabase: SupabaseClient,
  enquiryIds: string[],
): Promise<ClaimedMail | undefined> {
  const { data } = await supabase
    .rpc('claim_mails_for', { enquiry_ids: enquiryIds, lifetime_seconds: leaseSeconds })
    .throwOnError();
  return claimed.nullable().parse(data) ?? undefined;
}

export async function markMailSent(supabase: SupabaseClient, { id }: ClaimedMail): Promise<void> {
  await supabase.rpc('mark_mail_sent', { mail_id: id }).throwOnError();
}

/**
 * Stores why an attempt failed, and when to retry.
 * @returns whether it was the last attempt
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

/**
 * What an email of a quote says, with a new token for the customer's link; undefined if it no longer
 * applies, in which case it is deleted.
 */
export async function prepareQuoteMail(
  supabase: SupabaseClient,
  { id, lease }: ClaimedMail,
): Promise<PreparedQuoteMail | undefined> {
  const { data } = await supabase
    .rpc('prepare_quote_mail', { mail_id: id, lease_id: lease })
    .throwOnError();
  return preparedQuoteMail.nullable().parse(data) ?? undefined;
}

/** Marks an email of a quote as sent and stores the mail server's answer in the evidence log. */
export async function completeQuoteMail(
  supabase: SupabaseClient,
  { id }: ClaimedMail,
  { response, pdfSha256 }: { response: string; pdfSha256: string | null },
): Promise<void> {
  await supabase
    .rpc('complete_quote_mail', {
      mail_id: id,
      server_response: response,
      document_sha256: pdfSha256,
    })
    .throwOnError();
}

const dueQuotes = z.object({
  unneededFiles: z.array(z.string()),
  unneededImages: z.array(z.string()),
});

/**
 * Expires quotes whose last day is over, and queues reminders that are due by both clocks.
 * @returns keys of PDFs and photos that are to be removed
 */
export async function processDueQuotes(supabase: SupabaseClient): Promise<UnneededFiles> {
  const { data } = await supabase
    .rpc('process_due_quotes', { caller_clock: new Date().toISOString() })
    .throwOnError();
  const { unneededFiles, unneededImages } = dueQuotes.parse(data);
  return { quotes: unneededFiles, images: unneededImages };
}
