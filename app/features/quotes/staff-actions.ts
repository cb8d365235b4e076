import type { Client } from '#app/lib/client.ts';
import { deleteRow, type Version } from '#app/lib/crud.ts';
import { mailReasons } from '#app/lib/mail-reasons.ts';
import { z } from '#app/lib/zod.ts';
import type { QuoteSelection } from './quote-content.ts';
import { type OrderStage, type PaymentMethod, quoteStates } from './quote-states.ts';
import { markQuoteRead } from './quote-summaries.ts';

/** Facts that a document must show. Each may be missing, past (`valid_until`) or out of date (`hst`). */
export const missingFacts = [
  'customer_name',
  'title',
  'items',
  'payment_terms',
  'delivery',
  'cancellation',
  'valid_until',
  'business_name',
  'business_address',
  'business_phone',
  'hst_number',
  'hst',
] as const;

const incomplete = z.object({
  status: z.literal('incomplete'),
  missing: z.array(z.enum(missingFacts)),
});
const totalChanged = z.object({ status: z.literal('total_changed'), total: z.int() });

const sentVersion = { number: z.string(), version: z.int(), mailed: z.boolean() };
/** The working copy is the version that was sent last: perhaps by a call whose answer was lost. */
const unchanged = z.object({ status: z.literal('unchanged'), ...sentVersion });

const sendResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not_found', 'changed', 'withdrawn']) }),
  totalChanged,
  incomplete,
  unchanged,
  z.object({
    status: z.literal('sent'),
    ...sentVersion,
    /** The request that this has marked as responded. */
    answeredRequest: z.string().nullable(),
  }),
]);

const adjustResultSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.enum([
      'not_found',
      'changed',
      ...quoteStates.filter((state) => state !== 'accepted'),
    ]),
  }),
  z.object({ status: z.literal('needs_acceptance'), max: z.int() }),
  totalChanged,
  incomplete,
  unchanged,
  z.object({ status: z.literal('adjusted'), version: z.int() }),
]);

const stateResultSchema = z.object({
  status: z.enum(['not_found', 'changed', 'invalid', 'extended', ...quoteStates]),
});

const paymentResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not_found', 'invalid', 'already_recorded', ...quoteStates]) }),
  z.object({ status: z.literal('refund_too_high'), paid: z.int() }),
  /** `mailed`: the customer is told by email. */
  z.object({ status: z.literal('recorded'), balance: z.int(), mailed: z.boolean() }),
]);

const stageResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not_found', 'invalid', ...quoteStates]) }),
  z.object({ status: z.literal('recorded'), mailed: z.boolean() }),
]);

const answerResultSchema = z.object({
  status: z.enum(['not_found', 'invalid', 'already_sent', 'sent']),
});

const reminderResultSchema = z.object({
  status: z.enum([
    'not_found',
    'invalid',
    'no_email',
    'stopped',
    'too_many',
    'saved',
    ...quoteStates,
  ]),
});

const erasureSchema = z.object({
  deleted: z.int(),
  erased: z.int(),
  /** Accepted quotes, which bookkeeping law requires to retain. */
  retained: z.array(z.object({ number: z.string(), until: z.iso.date() })),
});

export type SendResult = z.output<typeof sendResultSchema>;
export type AdjustResult = z.output<typeof adjustResultSchema>;
export type StateResult = z.output<typeof stateResultSchema>;
export type PaymentResult = z.output<typeof paymentResultSchema>;
export type StageResult = z.output<typeof stageResultSchema>;
export type AnswerResult = z.output<typeof answerResultSchema>;
export type ReminderResult = z.output<typeof reminderResultSchema>;
export type QuoteErasure = z.output<typeof erasureSchema>;

/**
 * @param messageId of the form: a repeated request is one message
 * @param seenAt the quote's `unread_at` if staff see what happened where they answer; an answer marks
 *   it as read
 */
export async function answerQuoteMessage(
  client: Client,
  id: string,
  messageId: string,
  body: string,
  seenAt: string | null = null,
): Promise<AnswerResult> {
  const { data } = await client
    .rpc('answer_quote_message', { message_id: messageId, quote_id: id, body })
    .throwOnError();
  const result = answerResultSchema.parse(data);
  // The answer is sent even if this fails; the quote just stays unread.
  if (seenAt && result.status === 'sent') await markQuoteRead(client, id, seenAt).catch(() => {});
  return result;
}

/**
 * Freezes the working copy as the next version and queues the customer's email.
 * @param expectedCents the total that staff saw
 */
export async function sendQuote(
  client: Client,
  read: Version,
  expectedCents: number,
): Promise<SendResult> {
  const { data } = await client
    .rpc('send_quote', {
      quote_id: read.id,
      read_version: read.updated_at,
      expected_cents: expectedCents,
    })
    .throwOnError();
  return sendResultSchema.parse(data);
}

/** Sends a version of an accepted estimate that needs no new acceptance, up to 110% of the accepted total. */
export async function adjustQuoteEstimate(
  client: Client,
  read: Version,
  expectedCents: number,
): Promise<AdjustResult> {
  const { data } = await client
    .rpc('adjust_quote_estimate', {
      quote_id: read.id,
      read_version: read.updated_at,
      expected_cents: expectedCents,
    })
    .throwOnError();
  return adjustResultSchema.parse(data);
}

export async function resendQuote(client: Client, id: string): Promise<string> {
  const { data } = await client.rpc('resend_quote', { quote_id: id }).throwOnError();
  return z.object({ status: z.string() }).parse(data).status;
}

/** @returns the quote's state, `withdrawn` if that succeeded */
export async function withdrawQuote(
  client: Client,
  id: string,
  reason: string,
): Promise<StateResult> {
  const { data } = await client.rpc('withdraw_quote', { quote_id: id, reason }).throwOnError();
  return stateResultSchema.parse(data);
}

/** @param until an ISO day from today on */
export async function extendQuote(client: Client, id: string, until: string): Promise<StateResult> {
  const { data } = await client
    .rpc('extend_quote', { quote_id: id, until_day: until })
    .throwOnError();
  return stateResultSchema.parse(data);
}

/** @param attempt the form's id: a repeated request is one acceptance */
export async function recordQuoteAcceptance(
  client: Client,
  id: string,
  acceptance: {
    version: number;
    selection: QuoteSelection;
    name: string;
    note: string;
    attempt: string;
  },
): Promise<StateResult> {
  const { data } = await client
    .rpc('record_quote_acceptance', {
      quote_id: id,
      accepted_version: acceptance.version,
      selection: acceptance.selection,
      customer_name: acceptance.name,
      note: acceptance.note,
      attempt: acceptance.attempt,
    })
    .throwOnError();
  return stateResultSchema.parse(data);
}

/** A token for a link that staff hand over themselves; null for a draft. */
export async function createQuoteLink(client: Client, id: string): Promise<string | null> {
  const { data } = await client.rpc('create_quote_link', { quote_id: id }).throwOnError();
  return z.object({ token: z.string().optional() }).parse(data).token ?? null;
}

export async function revokeQuoteLinks(client: Client, id: string): Promise<void> {
  await client.rpc('revoke_quote_links', { quote_id: id }).throwOnError();
}

type NewPayment = {
  /** The form's id: a repeated request is one payment. */
  id: string;
  paidOn: string;
  /** Negative for a refund or a correction. */
  cents: number;
  method: PaymentMethod;
  note: string;
  /** Also records the stage `deposit_received`. */
  isDeposit?: boolean;
  mailId?: string | null;
};

/** @param payment `mailId` is the id of the email that tells the customer, once; none without one */
export async function recordQuotePayment(
  client: Client,
  id: string,
  payment: NewPayment,
): Promise<PaymentResult> {
  const { data } = await client
    .rpc('record_quote_payment', {
      payment_id: payment.id,
      quote_id: id,
      paid_on: payment.paidOn,
      amount_cents: payment.cents,
      method: payment.method,
      note: payment.note,
      is_deposit: payment.isDeposit ?? false,
      ...(payment.mailId && { mail_id: payment.mailId }),
    })
    .throwOnError();
  return paymentResultSchema.parse(data);
}

/** @param stage without `reachedOn` the stage is removed; `mailId` as for a payment */
export async function recordQuoteStage(
  client: Client,
  id: string,
  stage: {
    stage: OrderStage;
    reachedOn: string | null;
    note: string;
    images: string[];
    mailId?: string | null;
  },
): Promise<StageResult> {
  const { data } = await client
    .rpc('record_quote_stage', {
      quote_id: id,
      stage: stage.stage,
      reached_on: stage.reachedOn as string,
      note: stage.note,
      images: stage.images,
      ...(stage.mailId && { mail_id: stage.mailId }),
    })
    .throwOnError();
  return stageResultSchema.parse(data);
}

/**
 * Changes a waiting reminder, or adds one.
 * @param reminder without an `id` it is a new one; `day` is an ISO day, moved to Monday from a weekend
 */
export async function saveQuoteReminder(
  client: Client,
  id: string,
  reminder: { id?: string | undefined; day: string; body: string },
): Promise<ReminderResult> {
  const { data } = await client
    .rpc('save_quote_reminder', {
      quote_id: id,
      reminder_id: (reminder.id ?? null) as string,
      due_day: reminder.day,
      body: reminder.body,
    })
    .throwOnError();
  return reminderResultSchema.parse(data);
}

/** @throws RowNotFound if it is no longer waiting */
export async function deleteQuoteReminder(client: Client, id: string): Promise<void> {
  await deleteRow(client, 'quote_reminders', id);
}

const unsentMailsSchema = z.array(
  z.object({
    quote_id: z.string(),
    to: z.enum(['customer', 'owner']),
    type: z.string(),
    status: z.enum(['waiting', 'failed']),
    reason: z.enum(mailReasons).nullable(),
    detail: z.string().nullable(),
    attempted_at: z.string().nullable(),
  }),
);

type UnsentQuoteMail = z.infer<typeof unsentMailsSchema>[number];

/** The emails of quotes that have not been sent, the oldest first. */
export async function listUnsentQuoteMails(client: Client): Promise<UnsentQuoteMail[]> {
  const { data } = await client.rpc('list_unsent_quote_mails').throwOnError();
  return unsentMailsSchema.parse(data);
}

export async function retryQuoteMails(client: Client, id: string): Promise<void> {
  await client.rpc('retry_quote_mails', { quote_id: id }).throwOnError();
}

export async function eraseQuotes(client: Client, email: string): Promise<QuoteErasure> {
  const { data } = await client.rpc('erase_quotes', { person_email: email }).throwOnError();
  return erasureSchema.parse(data);
}
