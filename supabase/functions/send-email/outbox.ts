import { Buffer } from 'node:buffer';
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { toOneLine } from './mail.ts';
import { type SpamDigest, spamDigest, type WeeklySummary, weeklySummary } from './notices.ts';
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
  /** When it was queued, in ISO 8601. */
  created_at: z.string(),
  email_type: z.enum([
    'contact',
    'quote',
    'contact_confirmation',
    'quote_confirmation',
    'quote_addition',
    'visitor_storage',
    'suspected_spam',
    'weekly_summary',
    'quote_mail',
  ]),
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

/**
 * Queues the email to the owner about last week, if it is switched on.
 * @returns false if this week has had it
 */
export async function queueWeeklySummary(supabase: SupabaseClient): Promise<boolean> {
  const { data } = await supabase.rpc('queue_weekly_summary').throwOnError();
  return data === true;
}

/** What the email about a week says. */
export async function readWeeklySummary(
  supabase: SupabaseClient,
  { id }: ClaimedMail,
): Promise<WeeklySummary> {
  const { data } = await supabase.rpc('read_weekly_summary', { mail_id: id }).throwOnError();
  return weeklySummary.parse(data);
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

const requestLink = z.object({ token: z.string(), lastDay: z.iso.date() });

/** The link with which the sender of an enquiry can add to it, until the end of a day in Ontario. */
export type RequestLink = z.infer<typeof requestLink>;

/** Creates a new link for the confirmation of an enquiry; undefined if the lease has ended. */
export async function createRequestLink(
  supabase: SupabaseClient,
  { id, lease }: ClaimedMail,
): Promise<RequestLink | undefined> {
  const { data } = await supabase
    .rpc('create_request_link', { mail_id: id, lease_id: lease })
    .throwOnError();
  return requestLink.nullable().parse(data) ?? undefined;
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

/**
 * Reads the PDF of a quote in base64.
 * @throws Error if it can't be read, or is not the one that was logged
 */
export async function readQuoteFile(
  supabase: SupabaseClient,
  { path, sha256 }: { path: string; sha256: string | null },
): Promise<string> {
  const { data, error } = await supabase.storage.from('quotes').download(path);
  if (error) throw error;
  const pdf = Buffer.from(await data.arrayBuffer());
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', pdf)).toString('hex');
  if (digest !== sha256) throw new Error('The PDF of a quote differs from its evidence log');
  return pdf.toString('base64');
}

/** Files of erased quotes, and PDFs of attempts that ended before they were stored, by bucket. */
export type UnneededFiles = { quotes: string[]; images: string[] };

/** Removes files that no quote needs. */
export async function removeQuoteFiles(
  supabase: SupabaseClient,
  files: UnneededFiles,
): Promise<void> {
  for (const [from, paths] of Object.entries(files)) {
    if (paths.length === 0) continue;
    const { error } = await supabase.storage.from(from).remove(paths);
    if (error) throw error;
    await supabase.rpc('forget_quote_files', { paths }).throwOnError();
  }
}

/** Why an email was not sent; the constraint outbox_reason_known has the same reasons. */
export type MailError = {
  reason:
    | 'no_recipient'
    | 'no_mail_server'
    | 'unreachable'
    | 'timeout'
    | 'authentication'
    | 'deferred'
    | 'rejected'
    | 'unexpected';
  /** The mail server's answer or the network error, on one line; null without one. */
  detail: string | null;
  /** The mail server rejected this email permanently. */
  isPermanent: boolean;
};

export const noRecipient: MailError = { reason: 'no_recipient', detail: null, isPermanent: false };
export const noMailServer: MailError = {
  reason: 'no_mail_server',
  detail: null,
  isPermanent: false,
};

/** The address could be read as a list, or with a comment, in a mail header. */
export const ambiguousRecipient: MailError = {
  reason: 'rejected',
  detail: 'The address is not a plain email address',
  isPermanent: true,
};

const unreachable = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPROXY',
  'ESOCKET',
  'ETLS',
]);
const slow = new Set(['EABORT', 'ETIMEDOUT', 'AbortError', 'TimeoutError']);
const authentication = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'EOTP']);
/** Of our own backend: the email waits until staff enter the mail server's password again. */
const unreadablePassword = 'EUNREADABLEPASSWORD';
/** If the server rejects one of these commands, only this email is affected; otherwise all are. */
const perMailCommands = /^(?:MAIL FROM|RCPT TO|DATA)\b/;

/**
 * Classifies an error by nodemailer's code (nodemailer/errors) and the server's reply code (RFC 5321,
 * section 4.2.1: 4yz transient, 5yz permanent).
 */
export function toMailError(error: unknown): MailError {
  const { code, command, message, responseCode } = readErrorFields(error);
  const detail = toOneLine(message, 500) || null;
  const mailError = (reason: MailError['reason'], isPermanent = false) => ({
    reason,
    detail,
    isPermanent,
  });
  if (code === unreadablePassword) return mailError('no_mail_server');
  if (authentication.has(code)) return mailError('authentication');
  if (slow.has(code)) return mailError('timeout');
  if (responseCode >= 500) return mailError('rejected', perMailCommands.test(command));
  if (responseCode >= 400) return mailError('deferred');
  return mailError(unreachable.has(code) ? 'unreachable' : 'unexpected');
}

function readErrorFields(error: unknown) {
  const fields = new Map<string, unknown>(
    typeof error === 'object' && error ? Object.entries(error) : [],
  );
  const name = error instanceof Error ? error.name : '';
  return {
    code: String(fields.get('code') ?? name),
    command: String(fields.get('command') ?? ''),
    message: error instanceof Error ? error.message : String(error),
    responseCode: Number(fields.get('responseCode') ?? 0),
  };
}

const initialBackoffSeconds = 60;
const maxBackoffSeconds = 3600;
const backoffSecondsWithoutSetting = 300;

/** About four days: a mail server may be down over a long weekend. */
const maxAttempts = 100;
/** A quarter of an hour. A server that rejects the email itself rarely accepts it later. */
const maxRejections = 5;

/** Exponential backoff, up to an hour. */
export function getBackoffSeconds({ reason }: MailError, attempts: number): number {
  if (waitsForSetting(reason)) return backoffSecondsWithoutSetting;
  return Math.min(maxBackoffSeconds, initialBackoffSeconds * 2 ** Math.min(attempts - 1, 20));
}

/** Whether an email is not retried automatically any more. Without a setting it waits for that. */
export function isFinalFailure({ reason, isPermanent }: MailError, attempts: number): boolean {
  if (waitsForSetting(reason)) return false;
  return attempts >= (isPermanent ? maxRejections : maxAttempts);
}

/** True if an email has more attempts than allowed: each one ended the sender's process. */
export function exceedsMaxAttempts(attempts: number): boolean {
  return attempts > maxAttempts;
}

function waitsForSetting(reason: MailError['reason']): boolean {
  return reason === 'no_recipient' || reason === 'no_mail_server';
}
