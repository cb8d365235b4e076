import { type Client, clientHeader } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';
import { type QuoteSelection, quoteContentSchema, quoteSelectionSchema } from './quote-content.ts';
import { orderStages, paymentMethods, quoteStates } from './quote-states.ts';

const cents = z.int();

export const quoteTotalsSchema = z.object({
  lines: z.array(z.object({ id: z.string(), cents, included: z.boolean() })),
  subtotal: cents,
  discount: cents,
  taxable: cents,
  hst: cents,
  total: cents,
  deposit: cents,
});

/** The frozen document of a version, as it was sent. */
export const quoteDocumentSchema = z.object({
  format: z.literal(1),
  number: z.string(),
  version: z.int(),
  currency: z.literal('CAD'),
  issuedOn: z.iso.date(),
  validUntil: z.iso.date(),
  content: quoteContentSchema,
  /** The customer's selection in the previous version; null for our proposal. */
  selection: quoteSelectionSchema.nullable(),
  /** With that selection. */
  totals: quoteTotalsSchema,
  /** The text of the checkbox by which a customer accepts. */
  consent: z.string(),
  seller: z.object({
    name: z.string(),
    legalName: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    hstNumber: z.string(),
  }),
});

export type QuoteDocument = z.output<typeof quoteDocumentSchema>;

const notFound = z.object({ status: z.literal('not_found') });

/** The result of the database function open_quote. */
const customerQuoteSchema = z.discriminatedUnion('status', [
  notFound,
  z.object({
    status: z.literal('found'),
    number: z.string(),
    state: z.enum(quoteStates),
    version: z.int(),
    document: quoteDocumentSchema,
    documentSha256: z.string(),
    validUntil: z.iso.date(),
    sentAt: z.string(),
    customer: z.object({ name: z.string(), address: z.string(), hasEmail: z.boolean() }),
    selection: quoteSelectionSchema,
    /** The version that this one is compared with: the agreed one, or the previous one. */
    previousVersion: z.int().nullable(),
    previousContent: quoteContentSchema.nullable(),
    previousSelection: quoteSelectionSchema.nullable(),
    /** The version that is agreed: the accepted one, or that of an adjusted estimate. */
    agreedVersion: z.int().nullable(),
    /** The end of a version that would have changed the agreement. */
    lapsed: z
      .object({ version: z.int(), as: z.enum(['declined', 'expired', 'withdrawn']) })
      .nullable(),
    acceptance: z
      .object({
        version: z.int(),
        acceptedAt: z.string(),
        channel: z.enum(['online', 'phone']),
        selection: quoteSelectionSchema,
        totals: quoteTotalsSchema,
        hash: z.string(),
      })
      .nullable(),
    agreedCents: cents.nullable(),
    balanceCents: cents.nullable(),
    payments: z.array(z.object({ paidOn: z.iso.date(), cents, method: z.enum(paymentMethods) })),
    stages: z.array(
      z.object({
        stage: z.enum(orderStages),
        reachedOn: z.iso.date(),
        note: z.string(),
        images: z.array(z.string()),
      }),
    ),
    messages: z.array(
      z.object({
        author: z.enum(['customer', 'staff']),
        type: z.enum(['question', 'change', 'answer']),
        body: z.string(),
        at: z.string(),
      }),
    ),
    /** The id of the first message shown if there are earlier ones. */
    earlierMessagesBefore: z.uuid().nullable(),
    remindersStopped: z.boolean(),
    /** The last hash of the evidence log. */
    head: z.string(),
  }),
]);

export type CustomerQuote = Extract<z.output<typeof customerQuoteSchema>, { status: 'found' }>;

/** Reasons why a version can't be answered, as the customer's functions report them. */
const closed = [
  notFound,
  z.object({ status: z.literal('invalid') }),
  z.object({
    status: z.enum(['declined', 'expired', 'withdrawn']),
    version: z.int().optional(),
    /** With an agreed version, the order continues. */
    agreedVersion: z.int().optional(),
  }),
  z.object({
    status: z.literal('already_accepted'),
    version: z.int(),
    acceptedAt: z.string(),
    channel: z.enum(['online', 'phone']),
    total: cents,
  }),
  z.object({ status: z.literal('changed'), version: z.int() }),
] as const;

const optionsResultSchema = z.discriminatedUnion('status', [
  ...closed,
  z.object({ status: z.literal('chosen'), totals: quoteTotalsSchema }),
]);

/** Exactly what is agreed, as the review shows it. */
const agreementSchema = z.object({
  format: z.literal(1),
  number: z.string(),
  version: z.int(),
  type: z.enum(['quote', 'estimate']),
  currency: z.literal('CAD'),
  documentSha256: z.string(),
  selection: quoteSelectionSchema,
  totals: quoteTotalsSchema,
  validUntil: z.iso.date(),
  consent: z.string(),
});

const reviewResultSchema = z.discriminatedUnion('status', [
  ...closed,
  z.object({
    status: z.literal('review'),
    agreement: agreementSchema,
    agreementSha256: z.string(),
  }),
]);

const acceptResultSchema = z.discriminatedUnion('status', [
  ...closed,
  z.object({ status: z.literal('review_needed') }),
  z.object({
    status: z.literal('accepted'),
    version: z.int(),
    total: cents,
    /** Hash of the event in the evidence log. */
    hash: z.string(),
  }),
]);

const declineResultSchema = z.discriminatedUnion('status', [...closed]);

const messageResultSchema = z.object({
  status: z.enum([
    'not_found',
    'invalid',
    'already_sent',
    'too_many_messages',
    'too_many_messages_this_hour',
    'sent',
    ...quoteStates,
  ]),
});

/** Letters of any script. Hangul fillers and the blanks of hieroglyphs are letters, too, but invisible. */
const letters = /(?![\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}])\p{L}/gu;

/** Returns true for a name of at most 120 characters with two visible letters, as private.is_signature does. */
export function isSignature(name: string): boolean {
  return [...name.trim()].length <= 120 && (name.match(letters) ?? []).length >= 2;
}

type OptionsResult = z.output<typeof optionsResultSchema>;
export type ReviewResult = z.output<typeof reviewResultSchema>;
export type AcceptResult = z.output<typeof acceptResultSchema>;
export type DeclineResult = z.output<typeof declineResultSchema>;
export type MessageResult = z.output<typeof messageResultSchema>;

// Calls that customers make with the token of their link. `signedClient` is the header with which the website's
// server states IP and user agent of its visitor (server/spam/form-guard.ts).

export type QuoteLink = { token: string; signedClient?: string | undefined };

/**
 * Reads a quote with its newest messages; null for an unknown or revoked token.
 *
 * @param beforeMessage the id of a message, to read those before it instead
 */
export async function openQuote(
  client: Client,
  link: QuoteLink,
  beforeMessage?: string,
): Promise<CustomerQuote | null> {
  const { data } = await client
    .rpc('open_quote', {
      token: link.token,
      ...(beforeMessage ? { before_message: beforeMessage } : {}),
    })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  const result = customerQuoteSchema.parse(data);
  return result.status === 'found' ? result : null;
}

/** Logs that a person has seen a version; the state becomes `viewed`. */
export async function viewQuote(client: Client, link: QuoteLink, version: number): Promise<void> {
  await client
    .rpc('view_quote', { token: link.token, shown_version: version })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
}

/** Stores the customer's selection, which binds nobody. */
export async function chooseQuoteOptions(
  client: Client,
  link: QuoteLink,
  version: number,
  selection: QuoteSelection,
): Promise<OptionsResult> {
  const { data } = await client
    .rpc('choose_quote_options', { token: link.token, shown_version: version, selection })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return optionsResultSchema.parse(data);
}

/** Stores that the review was shown, and returns exactly what is agreed. */
export async function reviewQuote(
  client: Client,
  link: QuoteLink,
  version: number,
  selection: QuoteSelection,
): Promise<ReviewResult> {
  const { data } = await client
    .rpc('review_quote', { token: link.token, shown_version: version, selection })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return reviewResultSchema.parse(data);
}

export type Acceptance = {
  version: number;
  selection: QuoteSelection;
  agreementSha256: string;
  name: string;
  consent: string;
  /** The form's id: a repeated attempt gets the same response. */
  attempt: string;
};

/** Accepts a version as it was reviewed; the result says why it was not accepted. */
export async function acceptQuote(
  client: Client,
  link: QuoteLink,
  { version, selection, agreementSha256, name, consent, attempt }: Acceptance,
): Promise<AcceptResult> {
  const { data } = await client
    .rpc('accept_quote', {
      token: link.token,
      shown_version: version,
      selection,
      agreement_sha256: agreementSha256,
      customer_name: name,
      consent,
      attempt,
    })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return acceptResultSchema.parse(data);
}

/** Declines a version; the result says why it was not declined. */
export async function declineQuote(
  client: Client,
  link: QuoteLink,
  version: number,
  reason: string,
): Promise<DeclineResult> {
  const { data } = await client
    .rpc('decline_quote', { token: link.token, shown_version: version, reason })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return declineResultSchema.parse(data);
}

/** @param id of the form: a repeated message is stored once */
export async function sendQuoteMessage(
  client: Client,
  link: QuoteLink,
  { id, type, body }: { id: string; type: 'question' | 'change'; body: string },
): Promise<MessageResult> {
  const { data } = await client
    .rpc('send_quote_message', { token: link.token, message_id: id, type, body })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return messageResultSchema.parse(data);
}

/** @returns false for an unknown or revoked token */
export async function stopQuoteReminders(client: Client, link: QuoteLink): Promise<boolean> {
  const { data } = await client
    .rpc('stop_quote_reminders', { token: link.token })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return (data as { status: string }).status === 'stopped';
}
