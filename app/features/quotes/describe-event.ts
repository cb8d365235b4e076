import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatCents } from '#app/lib/prices.ts';
import { z } from '#app/lib/zod.ts';
import { type QuoteContent, type QuoteSelection, quoteSelectionSchema } from './quote-content.ts';
import {
  type OrderStage,
  orderStageLabels,
  type PaymentMethod,
  paymentMethodLabels,
} from './quote-states.ts';

/** A row of the evidence log. */
type QuoteEvent = { type: string; entry: string; hash: string; previous_hash: string };

/** A personal value of an event; null once erased. */
type EventDetail = { field: string; value: string | null };

type EventDescription = {
  title: string;
  actor: string;
  facts: [label: string, value: string][];
};

const titles: Record<string, string> = {
  created: 'Created',
  sent: 'Sent',
  mailed: 'Email accepted by the mail server',
  mail_dropped: 'Email not sent: no longer needed',
  opened: 'Link opened',
  viewed: 'Viewed by a person',
  options: 'Options selected',
  review_shown: 'Summary shown before accepting',
  message: 'Message',
  accepted: 'Accepted',
  declined: 'Declined',
  answer_refused: 'Answer refused',
  changed: 'Customer details changed',
  adjusted: 'Estimate adjusted',
  extended: 'Extended',
  expired: 'Expired',
  expiry_undone: 'Reopened: the clock was wrong when it expired',
  withdrawn: 'Withdrawn',
  link_created: 'Link created by staff',
  links_revoked: 'Links turned off',
  reminders_stopped: 'Reminders stopped',
  document: 'PDF stored',
  payment: 'Payment recorded',
  stage: 'Order stage recorded',
  erased: 'Customer details erased',
};

const actors: Record<string, string> = {
  staff: 'Staff',
  customer: 'The customer',
  system: 'The system',
};

const mailTypes: Record<string, string> = {
  sent: 'the quote',
  reminder: 'a reminder',
  accepted: 'the acceptance',
  adjusted: 'the adjusted estimate',
  answer: 'an answer',
  question: 'a question',
  change: 'a requested change',
  declined: 'a declined quote',
  payment: 'a payment',
  stage: 'a stage of the order',
  review: 'a request for a review',
  reviewed: 'a review by the customer',
};

const sources: Record<string, string> = {
  website: 'signed by the website',
  request: 'as stated in the request',
};

const dataLabels: Record<string, string> = {
  number: 'Number',
  version: 'Version',
  acceptedVersion: 'Accepted version',
  channel: 'How',
  total: 'Total',
  max: 'Upper limit',
  cents: 'Amount',
  method: 'Method',
  paidOn: 'Paid on',
  stage: 'Stage',
  reachedOn: 'Reached on',
  images: 'Photos',
  validUntil: 'Valid until',
  from: 'From',
  until: 'Until',
  selection: 'Selected',
  consent: 'Agreed to',
  note: 'Note',
  reason: 'Reason',
  answer: 'Answer',
  to: 'To',
  type: 'What',
  links: 'Links',
  link: 'Link (first digits of its hash)',
  source: 'Address and browser',
  request: 'Quote request',
  message: 'Message',
  payment: 'Payment',
  mail: 'Email',
  subject: 'About',
  documentSha256: 'Document (SHA-256)',
  pdfSha256: 'PDF (SHA-256)',
  agreementSha256: 'Agreement (SHA-256)',
  sha256: 'PDF (SHA-256)',
  agreement: 'Agreement',
};

const personalLabels: Record<string, string> = {
  name: 'Name',
  email: 'Email address',
  phone: 'Phone',
  address: 'Postal address',
  ip: 'IP address',
  userAgent: 'Browser',
  response: "Mail server's response",
  body: 'Text',
  note: 'Note',
  reason: 'Reason',
};

const entrySchema = z.object({
  actor: z.string(),
  account: z.string().nullish(),
  at: z.string(),
  local: z.string(),
  data: z.record(z.string(), z.unknown()),
  personal: z.record(z.string(), z.string()),
});

/**
 * An event of the evidence log in words: what happened, who did it, and everything that was stored.
 * @param getContent the content of a version, which names what was selected
 */
export function describeEvent(
  { type, entry, hash, previous_hash }: QuoteEvent,
  details: EventDetail[],
  getContent: (version: number) => QuoteContent | undefined,
): EventDescription {
  const { actor, account, at, local, data, personal } = entrySchema.parse(JSON.parse(entry));
  const content = getContent(Number(data.version));
  const values = new Map(details.map(({ field, value }) => [field, value]));
  return {
    title: getTitle(type, data, personal),
    actor: actors[actor] ?? actor,
    facts: [
      ...Object.keys(personal).map((field): [string, string] => [
        personalLabels[field] ?? field,
        values.get(field) ?? 'Erased',
      ]),
      ...Object.entries(data).map(([key, value]): [string, string] => [
        dataLabels[key] ?? key,
        describeValue(type, key, value, content),
      ]),
      ...(account ? [['Account', account] satisfies [string, string]] : []),
      ['In Ontario', local],
      ['UTC', at],
      ['Hash', hash],
      ['Hash of the previous event', previous_hash],
    ],
  };
}

type Values = Record<string, unknown>;

function getTitle(type: string, data: Values, personal: Values): string {
  if (type === 'stage' && !data.reachedOn) return 'Order stage removed';
  // A mail server responds to each email. The hash of its response remains when the person is erased.
  if (type === 'mailed' && !personal.response) {
    return 'Email written to a file: there was no mail server';
  }
  return titles[type] ?? type;
}

/** Describes a selection, such as `Cedar; Ramp, Loft`; undefined if there was no choice. */
export function describeSelection(
  { items, alternatives }: QuoteContent,
  { alternative, options }: QuoteSelection,
): string | undefined {
  const optional = items.filter((item) => item.optional);
  const chosen = optional.filter(({ id }) => options.includes(id));
  const parts = [
    alternatives.find(({ id }) => id === alternative)?.title,
    optional.length > 0 &&
      (chosen.map(({ description }) => description).join(', ') || 'no optional items'),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join('; ') : undefined;
}

function describeValue(
  type: string,
  key: string,
  value: unknown,
  content: QuoteContent | undefined,
): string {
  const text = String(value);
  switch (key) {
    case 'total':
    case 'max':
    case 'cents':
      return formatCents(Number(value));
    case 'validUntil':
    case 'until':
    case 'paidOn':
    case 'reachedOn':
    case 'from':
      return formatCalendarDay(text) || text;
    case 'method':
      return paymentMethodLabels[text as PaymentMethod] ?? text;
    case 'stage':
      return orderStageLabels[text as OrderStage] ?? text;
    case 'source':
      return sources[text] ?? text;
    case 'channel':
      return text === 'phone' ? 'by phone or in person' : 'online';
    case 'to':
      return text === 'owner' ? 'us' : 'the customer';
    case 'type':
      return (type === 'document' ? undefined : mailTypes[text]) ?? text;
    case 'selection': {
      const { data: selection } = quoteSelectionSchema.safeParse(value);
      return (content && selection && describeSelection(content, selection)) ?? 'nothing to select';
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : text;
  }
}
