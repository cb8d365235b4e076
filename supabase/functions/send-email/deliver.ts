import type { SupabaseClient } from '@supabase/supabase-js';
import { defaultReplyNote } from '#app/lib/site-looks.ts';
import { composeAddition } from './addition.ts';
import { type Business, composeConfirmation } from './confirmation.ts';
import { toDesignQuery } from './design.ts';
import { type Enquiry, findMarketingConsent, readAdditions, readEnquiry } from './enquiry.ts';
import {
  composeMail,
  createLook,
  type DesignImage,
  type EnquiryMail,
  type MailContext,
} from './mail.ts';
import {
  composeSpamDigest,
  composeStorageWarning,
  composeWeeklySummary,
  type Notice,
  type SpamDigest,
  type WeeklySummary,
} from './notices.ts';
import {
  ambiguousRecipient,
  type ClaimedMail,
  claimDueMails,
  completeQuoteMail,
  createRequestLink,
  exceedsMaxAttempts,
  type MailError,
  markMailFailed,
  markMailSent,
  noMailServer,
  noRecipient,
  prepareQuoteMail,
  processDueQuotes,
  queueSpamDigest,
  queueStorageWarning,
  queueWeeklySummary,
  readQuoteFile,
  readSpamDigest,
  readWeeklySummary,
  removeQuoteFiles,
  toMailError,
} from './outbox.ts';
import { isPlainEmail } from './plain-email.ts';
import { composeQuoteMail, type PreparedQuoteMail } from './quote-mail.ts';

/** The kinds of emails to the owner. */
export type NoticeKind = 'enquiries' | 'quotes' | 'operations';

/** Who gets which kind; a kind that is missing or empty goes to the published address. */
export type MailRecipients = Partial<Record<NoticeKind, string[]>>;

/** Returns what MAIL_TO says: one address for every kind. */
export function toEveryKind(address: string): Required<MailRecipients> {
  return { enquiries: [address], quotes: [address], operations: [address] };
}

/** `recipients` are addresses as a mail header lists them. Customers see only the published one. */
type Owner = Business & { recipients: Partial<Record<NoticeKind, string | undefined>> };
type ComposedMail = EnquiryMail | Notice;
type OutgoingMail = ComposedMail & { to: string; messageId: string };

/** Dependencies of sending. */
export type DeliveryDependencies = {
  /** A client with the service key. */
  supabase: SupabaseClient;
  /**
   * Sends an email and returns the mail server's answer; rejects on failure, or after about a minute.
   * Undefined without a mail server.
   */
  send: ((mail: OutgoingMail) => Promise<string | undefined>) | undefined;
  /** Who gets the owner's emails; by default the email address in business_settings. */
  readRecipients: () => Promise<MailRecipients>;
  adminUrl: string;
  /**
   * Draws the image of a design, or rejects if that fails or takes too long for the email's lease.
   * Without it emails link to the design.
   */
  getDesignImage?: ((query: string) => Promise<DesignImage>) | undefined;
  /** Ids of the emails that this process is sending: a clock that jumps ends a lease, not the sending. */
  inFlight: Set<string>;
  reportError: (
    mailError: MailError,
    mail: { id: string; isFinal: boolean },
    error?: unknown,
  ) => void;
  /** An error that keeps no email from being sent: about its image or PDF, or about a deletion that is repeated. */
  reportDocumentError: (message: string, error?: unknown) => void;
  /** Called when a warning is queued that visitors' images have nearly reached their limit. */
  reportStorageWarning: () => void;
};

/** Delays between attempts to mark an email as sent; an unmarked one would be sent twice. */
const retryDelaysMs = [500, 2000];
const maxConcurrentMails = 5;
/** After these attempts an email is sent without its PDF or image. */
const maxDocumentAttempts = 4;

/** Reads the settings of emails; an address that is not a plain one is undefined. */
export async function findOwner({
  supabase,
  readRecipients,
  adminUrl,
}: DeliveryDependencies): Promise<Owner> {
  const { data } = await supabase
    .from('business_settings')
    .select(
      'business_name, email, phone, address, accent_color, typefaces, logo_image, logo_width, logo_height, site_texts',
    )
    .maybeSingle()
    .throwOnError();
  const replyNote: unknown = data?.site_texts?.reply_note;
  const { enquiries, quotes, operations } = await readRecipients();
  const published = isPlainEmail(data?.email ?? '') ? data?.email : undefined;
  const toHeader = (addresses: string[] = []) =>
    addresses.length > 0 ? addresses.filter(isPlainEmail).join(', ') || undefined : published;
  return {
    recipients: {
      enquiries: toHeader(enquiries),
      quotes: toHeader(quotes),
      operations: toHeader(operations),
    },
    email: published,
    siteName: data?.business_name ?? 'the website',
    look: createLook(data, adminUrl),
    phone: data?.phone ?? '',
    address: data?.address ?? '',
    replyNote: typeof replyNote === 'string' ? replyNote : defaultReplyNote,
  };
}

/**
 * Sends an email and stores the outcome.
 *
 * @param mail leased by this caller
 * @returns whether the mail server accepted it
 */
export async function deliver(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  enquiry: Enquiry,
  owner: Owner,
): Promise<boolean> {
  return sendToOwner(dependencies, mail, owner.recipients.enquiries, async () =>
    composeMail(enquiry, {
      ...createContext(dependencies, owner),
      newsAgreedAt: await findMarketingConsent(dependencies.supabase, enquiry.row.email),
      designImage: await getDesignImage(dependencies, mail, enquiry),
    }),
  );
}

const createContext = (
  { supabase, adminUrl }: DeliveryDependencies,
  { siteName, look }: Owner,
): MailContext => ({
  siteName,
  look,
  adminUrl,
  // getPublicUrl leaves a question mark as it is, and a URL's path ends there.
  getImageUrl: (path) =>
    supabase.storage.from('images').getPublicUrl(path).data.publicUrl.replaceAll('?', '%3F'),
});

/** Sends the owner what was added to a request since the email was queued. */
async function deliverAddition(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  row: Extract<Enquiry, { emailType: 'quote' }>['row'],
  owner: Owner,
): Promise<boolean> {
  const { supabase } = dependencies;
  return sendToOwner(dependencies, mail, owner.recipients.enquiries, async () => {
    const [first, ...rest] = await readAdditions(supabase, row.id, mail.created_at);
    if (!first) throw new Error('The request has no additions');
    return composeAddition(row, [first, ...rest], createContext(dependencies, owner));
  });
}

/** The image that the email shows: drawn again at each attempt until it has failed too often. */
async function getDesignImage(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  { emailType, row }: Enquiry,
): Promise<DesignImage | undefined> {
  const query = emailType === 'quote' ? toDesignQuery(row.design) : undefined;
  if (query === undefined) return undefined;
  try {
    return await dependencies.getDesignImage?.(query);
  } catch (error) {
    if (mail.attempts < maxDocumentAttempts) throw error;
    dependencies.reportDocumentError('Design image failed, sending link instead', error);
    return undefined;
  }
}

async function sendToOwner(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  recipient: string | undefined,
  compose: () => Promise<ComposedMail>,
): Promise<boolean> {
  if (!recipient) return defer(dependencies, mail, noRecipient);
  return send(
    dependencies,
    mail,
    async () => ({ ...(await compose()), to: recipient }),
    () => markMailSent(dependencies.supabase, mail),
  );
}

/** Sends an email of a quote to its customer or the owner; one that no longer applies counts as sent. */
async function deliverQuoteMail(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  owner: Owner,
): Promise<boolean> {
  const { supabase, adminUrl } = dependencies;
  if (!dependencies.send) return defer(dependencies, mail, noMailServer);
  let prepared: Awaited<ReturnType<typeof prepareQuoteMail>>;
  try {
    prepared = await prepareQuoteMail(supabase, mail);
  } catch (error) {
    return defer(dependencies, mail, toMailError(error), error);
  }
  if (!prepared) return true;
  const { email } = prepared;
  if (email && !isPlainEmail(email)) return defer(dependencies, mail, ambiguousRecipient);
  const to = email ?? owner.recipients.quotes;
  if (!to) return defer(dependencies, mail, noRecipient);
  let pdf: string | undefined;
  try {
    pdf = await readDocument(dependencies, prepared);
  } catch (error) {
    if (mail.attempts < maxDocumentAttempts)
      return defer(dependencies, mail, toMailError(error), error);
    dependencies.reportDocumentError('Quote PDF failed, sending email without it', error);
  }
  const { siteName, look } = owner;
  const pdfSha256 = (pdf && prepared.document?.sha256) || null;
  const composed = composeQuoteMail(prepared, { siteName, look, adminUrl, pdf });
  return send(
    dependencies,
    mail,
    async () => ({ ...(await composed), to }),
    (response) => completeQuoteMail(supabase, mail, { response: response ?? '', pdfSha256 }),
  );
}

/** The PDF that the email carries, in base64; undefined if it has none, or if none could be written. */
async function readDocument(
  { supabase, reportDocumentError }: DeliveryDependencies,
  { document, number }: PreparedQuoteMail,
): Promise<string | undefined> {
  if (!document) return undefined;
  if (document.path) return readQuoteFile(supabase, { ...document, path: document.path });
  reportDocumentError(
    'Quote PDF failed, sending email without it',
    new Error(`Quote ${number} has no PDF`),
  );
  return undefined;
}

async function send(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  compose: () => Promise<ComposedMail & { to: string }>,
  markSent: (response: string | undefined) => Promise<void>,
): Promise<boolean> {
  const { adminUrl, inFlight } = dependencies;
  if (!dependencies.send) return defer(dependencies, mail, noMailServer);
  if (inFlight.has(mail.id)) return false;
  inFlight.add(mail.id);
  let response: string | undefined;
  try {
    const messageId = `<enquiry-${mail.id}@${new URL(adminUrl).hostname}>`;
    response = await dependencies.send({ ...(await compose()), messageId });
  } catch (error) {
    inFlight.delete(mail.id);
    return defer(dependencies, mail, toMailError(error), error);
  }
  try {
    await retry(() => markSent(response), retryDelaysMs);
  } finally {
    inFlight.delete(mail.id);
  }
  return true;
}

/**
 * Sends the emails that are due, until none is left or the mail server accepts none of a batch.
 *
 * @param signal ends it after the current batch
 * @returns the numbers of emails sent and not sent
 */
export async function sendDueMails(
  dependencies: DeliveryDependencies,
  signal?: AbortSignal,
): Promise<{ sent: number; notSent: number }> {
  const counts = { sent: 0, notSent: 0 };
  if (await queueStorageWarning(dependencies.supabase)) dependencies.reportStorageWarning();
  await queueSpamDigest(dependencies.supabase);
  await queueWeeklySummary(dependencies.supabase);
  const unneededFiles = await processDueQuotes(dependencies.supabase);
  await removeQuoteFiles(dependencies.supabase, unneededFiles).catch((error) =>
    dependencies.reportDocumentError('Erased quote file deletion failed', error),
  );
  while (!signal?.aborted) {
    const mails = await claimDueMails(dependencies.supabase, maxConcurrentMails);
    if (mails.length === 0) break;
    const owner = await findOwner(dependencies);
    const outcomes = await Promise.allSettled(
      mails.map((mail) => deliverStored(dependencies, mail, owner)),
    );
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    if (rejected) throw rejected.reason;
    const sent = outcomes.filter(
      (outcome) => outcome.status === 'fulfilled' && outcome.value,
    ).length;
    counts.sent += sent;
    counts.notSent += mails.length - sent;
    if (sent === 0) break;
  }
  return counts;
}

/** Sends a notice, an email of a quote, or one about an enquiry unless that was deleted meanwhile. */
async function deliverStored(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  owner: Owner,
): Promise<boolean> {
  if (exceedsMaxAttempts(mail.attempts))
    return defer(dependencies, mail, toMailError('Every attempt was interrupted'));
  if (mail.email_type === 'quote_mail') return deliverQuoteMail(dependencies, mail, owner);
  if (mail.email_type === 'suspected_spam') return deliverSpamDigest(dependencies, mail, owner);
  if (mail.email_type === 'weekly_summary') return deliverWeeklySummary(dependencies, mail, owner);
  if (mail.email_type === 'visitor_storage' || mail.enquiry_id === null) {
    return sendToOwner(dependencies, mail, owner.recipients.operations, async () =>
      composeStorageWarning(owner.siteName, dependencies.adminUrl),
    );
  }
  const isConfirmation = mail.email_type.endsWith('_confirmation');
  const emailType = mail.email_type.startsWith('quote') ? 'quote' : 'contact';
  let enquiry: Enquiry | undefined;
  try {
    enquiry = await readEnquiry(dependencies.supabase, emailType, mail.enquiry_id);
  } catch (error) {
    return defer(dependencies, mail, toMailError(error), error);
  }
  if (enquiry === undefined) return false;
  if (mail.email_type === 'quote_addition' && enquiry.emailType === 'quote') {
    return deliverAddition(dependencies, mail, enquiry.row, owner);
  }
  return isConfirmation
    ? deliverConfirmation(dependencies, mail, enquiry, owner)
    : deliver(dependencies, mail, enquiry, owner);
}

/** Sends the confirmation of an enquiry to its sender. */
async function deliverConfirmation(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  enquiry: Enquiry,
  owner: Owner,
): Promise<boolean> {
  const to = enquiry.row.email;
  if (!isPlainEmail(to)) return defer(dependencies, mail, ambiguousRecipient);
  return send(
    dependencies,
    mail,
    async () => {
      const { supabase, adminUrl } = dependencies;
      const link = await createRequestLink(supabase, mail);
      return { ...(await composeConfirmation(enquiry, owner, adminUrl, link)), to };
    },
    () => markMailSent(dependencies.supabase, mail),
  );
}

/** Sends a digest; one whose enquiries staff have deleted or cleared counts as sent. */
async function deliverSpamDigest(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  owner: Owner,
): Promise<boolean> {
  let digest: SpamDigest;
  try {
    digest = await readSpamDigest(dependencies.supabase, mail);
  } catch (error) {
    return defer(dependencies, mail, toMailError(error), error);
  }
  if (digest.total === 0) {
    await markMailSent(dependencies.supabase, mail);
    return true;
  }
  return sendToOwner(dependencies, mail, owner.recipients.enquiries, async () =>
    composeSpamDigest(digest, owner.siteName, dependencies.adminUrl),
  );
}

async function deliverWeeklySummary(
  dependencies: DeliveryDependencies,
  mail: ClaimedMail,
  owner: Owner,
): Promise<boolean> {
  let summary: WeeklySummary;
  try {
    summary = await readWeeklySummary(dependencies.supabase, mail);
  } catch (error) {
    return defer(dependencies, mail, toMailError(error), error);
  }
  return sendToOwner(dependencies, mail, owner.recipients.operations, async () =>
    composeWeeklySummary(summary, owner.siteName, dependencies.adminUrl),
  );
}

async function defer(
  { supabase, reportError }: DeliveryDependencies,
  mail: ClaimedMail,
  mailError: MailError,
  error?: unknown,
): Promise<false> {
  const isFinal = await markMailFailed(supabase, mail, mailError);
  reportError(mailError, { id: mail.id, isFinal }, error);
  return false;
}

async function retry(run: () => Promise<void>, delaysMs: number[]): Promise<void> {
  const [delayMs, ...rest] = delaysMs;
  try {
    return await run();
  } catch (error) {
    if (delayMs === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return retry(run, rest);
  }
}
