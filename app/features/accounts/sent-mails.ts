import type { Client } from '#app/lib/client.ts';
import { mailReasons } from '#app/lib/mail-reasons.ts';
import { z } from '#app/lib/zod.ts';

export const sentMailsKey = ['sent_mails'] as const;

/** Which emails the list shows, with the labels of the choice. */
export const shownMails = {
  all: 'All emails',
  unsent: 'Waiting or not sent',
  sent: 'Sent',
} as const;

export type ShownMails = keyof typeof shownMails;

const kinds = [
  'contact',
  'quote',
  'quote_addition',
  'contact_confirmation',
  'quote_confirmation',
  'quote_mail',
  'suspected_spam',
  'visitor_storage',
  'weekly_summary',
] as const;

const events = {
  sent: 'Quote',
  reminder: 'Quote reminder',
  accepted: 'Quote accepted',
  adjusted: 'Quote adjusted',
  answer: 'Answer about a quote',
  declined: 'Quote declined',
  question: 'Question about a quote',
  change: 'Change requested',
  payment: 'Payment received',
  stage: 'Order update',
  review: 'Request for a review',
  reviewed: 'Review received',
} as const;

const mailRows = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(kinds),
    /** Null unless it is about a quote. */
    event: z.enum(Object.keys(events) as [keyof typeof events]).nullable(),
    /** Null for an email to the owner. */
    recipient: z.string().nullable(),
    /** The customer's name. */
    about: z.string().nullable(),
    record_id: z.string().nullable(),
    status: z.enum(['waiting', 'sent', 'failed']),
    reason: z.enum(mailReasons).nullable(),
    detail: z.string().nullable(),
    can_retry: z.boolean(),
    created_at: z.string(),
    attempted_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
    sent_at: z.string().nullable(),
  }),
);

/** An email of the outbox. Times are ISO 8601. */
export type SentMail = z.infer<typeof mailRows>[number];

/** How many emails one call of list_mails returns at most. */
export const mailPageSize = 50;

/**
 * Reads the newest emails before a given one.
 *
 * @throws PostgrestError
 */
export async function readMails(
  client: Client,
  shown: ShownMails,
  before: SentMail | undefined,
): Promise<SentMail[]> {
  const { data } = await client
    .rpc('list_mails', {
      shown,
      ...(before ? { before_time: before.created_at, before_id: before.id } : {}),
    })
    .throwOnError();
  return mailRows.parse(data);
}

/**
 * Makes an unsent email due now, or every failed one without an id. Returns how many.
 *
 * @throws PostgrestError
 */
export async function retryMails(client: Client, id?: string): Promise<number> {
  const { data } = await client
    .rpc('retry_failed_mails', id === undefined ? {} : { mail_id: id })
    .throwOnError();
  return data;
}

const titles: Record<Exclude<SentMail['kind'], 'quote_mail'>, string> = {
  contact: 'Contact message',
  quote: 'Quote request',
  quote_addition: 'Addition to a quote request',
  contact_confirmation: 'Message confirmation',
  quote_confirmation: 'Quote request confirmation',
  suspected_spam: 'Possible spam',
  visitor_storage: 'Photo storage nearly full',
  weekly_summary: 'Weekly summary',
};

/** Returns the title of an email, such as `Quote request: Ann Fielder`. */
export function getMailTitle({ kind, event, about }: SentMail): string {
  const title = kind === 'quote_mail' ? (event ? events[event] : 'Quote') : titles[kind];
  return about ? `${title}: ${about}` : title;
}

/** Returns the path of the screen about the same record; undefined without one. */
export function getMailPath({ kind, record_id }: SentMail): string | undefined {
  if (record_id === null) return undefined;
  if (kind === 'quote_mail') return `/admin/quote-builder/${record_id}`;
  const screen = kind.startsWith('contact') ? 'contacts' : 'quotes';
  return `/admin/${screen}?${new URLSearchParams({ open: record_id })}`;
}
