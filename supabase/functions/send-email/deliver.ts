import type { SupabaseClient } from '@supabase/supabase-js';
import { exceedsMaxAttempts } from './backoff.ts';
import { type Enquiry, findMarketingConsent, isPlainEmail, readEnquiry } from './enquiry.ts';
import { composeMail, type EnquiryMail } from './mail.ts';
import { type MailError, noRecipient, toMailError } from './mail-error.ts';
import {
  type ClaimedMail,
  claimDueMails,
  markMailFailed,
  markMailSent,
  queueStorageWarning,
} from './outbox.ts';
import { composeStorageWarning, type Notice } from './storage-warning.ts';

/** What a mail hands to the mail server, besides the sender. */
export type OutgoingMail = (EnquiryMail | Notice) & { to: string; messageId: string };

/** What sending needs from where it runs. */
export type DeliveryParts = {
  /** A client with the service key. */
  supabase: SupabaseClient;
  /** Hands a mail to the mail server; rejects where that fails, or after a minute or so. */
  send: (mail: OutgoingMail) => Promise<void>;
  /** Who gets the mails; the e-mail address in business_settings where it is not set. */
  ownerAddress: string | undefined;
  /** The back office's address. */
  adminUrl: string;
  /** The mails that are being sent through these parts: a clock that jumps ends the lease of one, not its sending. */
  inFlight: Set<string>;
  /** Told why a mail did not go, and whether it is left at that. */
  reportError: (
    mailError: MailError,
    mail: { id: string; givenUp: boolean },
    error?: unknown,
  ) => void;
  /** Called when a warning is queued that visitors' images have nearly reached their limit. */
  reportStorageWarning: () => void;
};

/** Who is written to, undefined where nobody is, and for which site. */
export type Owner = { address: string | undefined; siteName: string };

/** Pauses before it is noted again that a mail has gone, in milliseconds: what is not noted goes twice. */
const retryDelaysMs = [500, 2000];
/** Mails that are sent at the same time. */
const atOnce = 5;

/** Reads who is to be written to: nobody where the settings hold no plain e-mail address. */
export async function findOwner({ supabase, ownerAddress }: DeliveryParts): Promise<Owner> {
  const { data } = await supabase
    .from('business_settings')
    .select('business_name, email')
    .maybeSingle()
    .throwOnError();
  const address = ownerAddress || data?.email || '';
  return {
    address: isPlainEmail(address) ? address : undefined,
    siteName: data?.business_name ?? 'the website',
  };
}

/**
 * Sends a mail and notes what became of it.
 *
 * @param mail held by this caller
 * @returns whether the mail server has it
 */
export async function deliver(
  parts: DeliveryParts,
  mail: ClaimedMail,
  enquiry: Enquiry,
  owner: Owner,
): Promise<boolean> {
  const { supabase, adminUrl } = parts;
  return send(parts, mail, owner, async () =>
    composeMail(enquiry, {
      siteName: owner.siteName,
      adminUrl,
      pictureUrl: (path) => supabase.storage.from('images').getPublicUrl(path).data.publicUrl,
      newsAgreedAt: await findMarketingConsent(supabase, enquiry.row.email),
    }),
  );
}

async function send(
  parts: DeliveryParts,
  mail: ClaimedMail,
  owner: Owner,
  compose: () => Promise<EnquiryMail | Notice>,
): Promise<boolean> {
  const { supabase, adminUrl, inFlight } = parts;
  if (!owner.address) return defer(parts, mail, noRecipient);
  if (inFlight.has(mail.id)) return false;
  inFlight.add(mail.id);
  try {
    const composed = await compose();
    const messageId = `<enquiry-${mail.id}@${new URL(adminUrl).hostname}>`;
    await parts.send({ ...composed, to: owner.address, messageId });
  } catch (error) {
    inFlight.delete(mail.id);
    return defer(parts, mail, toMailError(error), error);
  }
  try {
    await keepTrying(() => markMailSent(supabase, mail), retryDelaysMs);
  } finally {
    inFlight.delete(mail.id);
  }
  return true;
}

/**
 * Sends what is due, until nothing is left or the mail server takes none of what it is offered.
 *
 * @param signal ends it after the mails under way
 * @returns how many mails were sent, and how many were not
 */
export async function sendDueMails(
  parts: DeliveryParts,
  signal?: AbortSignal,
): Promise<{ sent: number; notSent: number }> {
  const counts = { sent: 0, notSent: 0 };
  if (await queueStorageWarning(parts.supabase)) parts.reportStorageWarning();
  while (!signal?.aborted) {
    const mails = await claimDueMails(parts.supabase, atOnce);
    if (mails.length === 0) break;
    const owner = await findOwner(parts);
    const outcomes = await Promise.allSettled(
      mails.map((mail) => deliverStored(parts, mail, owner)),
    );
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    if (broken) throw broken.reason;
    const sent = outcomes.filter(
      (outcome) => outcome.status === 'fulfilled' && outcome.value,
    ).length;
    counts.sent += sent;
    counts.notSent += mails.length - sent;
    if (sent === 0) break;
  }
  return counts;
}

/** Sends a notice, or a mail about an enquiry that is still there; what was deleted takes its mail with it. */
async function deliverStored(
  parts: DeliveryParts,
  mail: ClaimedMail,
  owner: Owner,
): Promise<boolean> {
  if (exceedsMaxAttempts(mail.attempts))
    return defer(parts, mail, toMailError('Every try broke off'));
  if (mail.email_type === 'visitor_storage' || mail.enquiry_id === null) {
    return send(parts, mail, owner, async () =>
      composeStorageWarning(owner.siteName, parts.adminUrl),
    );
  }
  let enquiry: Enquiry | undefined;
  try {
    enquiry = await readEnquiry(parts.supabase, mail.email_type, mail.enquiry_id);
  } catch (error) {
    return defer(parts, mail, toMailError(error), error);
  }
  return enquiry !== undefined && deliver(parts, mail, enquiry, owner);
}

async function defer(
  { supabase, reportError }: DeliveryParts,
  mail: ClaimedMail,
  mailError: MailError,
  error?: unknown,
): Promise<false> {
  const givenUp = await markMailFailed(supabase, mail, mailError);
  reportError(mailError, { id: mail.id, givenUp }, error);
  return false;
}

async function keepTrying(work: () => Promise<void>, pauses: number[]): Promise<void> {
  const [pause, ...rest] = pauses;
  try {
    return await work();
  } catch (error) {
    if (pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return keepTrying(work, rest);
  }
}
