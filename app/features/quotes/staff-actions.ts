import type { Client } from '#app/lib/client.ts';
import { deleteRow } from '#app/lib/crud.ts';
import { mailReasons } from '#app/lib/mail-reasons.ts';
import { formatCents } from '#app/lib/prices.ts';
import { endSentence } from '#app/lib/text.ts';
import { z } from '#app/lib/zod.ts';
import type { QuoteSelection } from './quote-content.ts';
import {
  type OrderStage,
  type PaymentMethod,
  type QuoteState,
  quoteStateLabels,
  quoteStates,
} from './quote-states.ts';
import { markQuoteRead } from './quote-summaries.ts';

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

type StateResult = z.output<typeof stateResultSchema>;
export type PaymentResult = z.output<typeof paymentResultSchema>;
export type StageResult = z.output<typeof stageResultSchema>;
type AnswerResult = z.output<typeof answerResultSchema>;
type ReminderResult = z.output<typeof reminderResultSchema>;

/**
 * @param messageId of the form: a repeated request is one message
 * @param seen `askedAt` is when the customer wrote the latest message that staff see: later ones go on waiting.
 *   `seenAt` is the quote's `unread_at` if staff see what happened where they answer; an answer marks it as read.
 */
export async function answerQuoteMessage(
  client: Client,
  id: string,
  messageId: string,
  body: string,
  seen: { askedAt?: string | undefined; seenAt?: string | null | undefined } = {},
): Promise<AnswerResult> {
  const { askedAt, seenAt } = seen;
  const { data } = await client
    .rpc('answer_quote_message', {
      ...{ message_id: messageId, quote_id: id, body },
      ...(askedAt && { asked_at: askedAt }),
    })
    .throwOnError();
  const result = answerResultSchema.parse(data);
  // The answer is sent even if this fails; the quote just stays unread.
  if (seenAt && result.status === 'sent') await markQuoteRead(client, id, seenAt).catch(() => {});
  return result;
}

/**
 * Queues the email with the latest version, or the agreement, again.
 * @returns `sent`, or why not
 */
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

/** Turns off all links to a quote. */
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

/** Makes a quote's unsent emails due now. */
export async function retryQuoteMails(client: Client, id: string): Promise<void> {
  await client.rpc('retry_quote_mails', { quote_id: id }).throwOnError();
}

/** Says what was recorded of an order, and whether the customer gets an email; that they get none is a warning. */
export function describeRecording(
  what: string,
  isTold: boolean,
  isMailed: boolean,
): string | { warning: string } {
  const recorded = `${what} was recorded.`;
  if (!isTold) return recorded;
  return isMailed
    ? `${recorded} The customer will get an email.`
    : {
        warning: `${recorded} No email was sent, because the customer already got twenty about this order today.`,
      };
}

/** Explains why an action did not lead to the status `expected`; undefined if it did. */
export function explainState(
  result: StateResult,
  expected: StateResult['status'],
): string | undefined {
  const { status } = result;
  if (status === expected) return undefined;
  if (status === 'not_found') return 'This quote no longer exists.';
  if (status === 'invalid') return 'Please check what you entered.';
  if (status === 'changed') return 'There is a newer version now. Reload the quote.';
  if (status === 'extended') return undefined;
  return `This quote is ${quoteStateLabels[status].toLowerCase()}.`;
}

/** Explains why a payment or stage was not recorded; undefined if it was. */
export function explainRecording(result: PaymentResult | StageResult): string | undefined {
  switch (result.status) {
    case 'recorded':
      return undefined;
    case 'already_recorded':
      return 'This payment was already recorded, as the list shows. If the amount is wrong, record the difference.';
    case 'not_found':
      return 'This quote no longer exists.';
    case 'invalid':
      return "Please check what you entered. A payment date can't be in the future.";
    case 'refund_too_high':
      return `${formatCents(result.paid)} was paid. A refund can't be more than that.`;
    default:
      return `This quote is ${quoteStateLabels[result.status].toLowerCase()}.`;
  }
}

/** Explains why an answer was not sent; undefined if it was. */
export function explainAnswer({ status }: AnswerResult): string | undefined {
  switch (status) {
    case 'sent':
      return undefined;
    case 'already_sent':
      return 'This answer was already sent, as the list shows. To add something, send another one.';
    case 'not_found':
      return 'This quote no longer exists.';
    case 'invalid':
      return 'Please write an answer.';
  }
}

type Agreement = {
  state: QuoteState;
  version: number;
  agreed_version: number | null;
  agreed_cents: number | null;
  lapsed_as: string | null;
  decline_reason: string | null;
};

/** States which version is agreed while a later one waits or after it ended; undefined without an agreement. */
export function describeAgreement(quote: Agreement): string | undefined {
  const { state, version, agreed_version, agreed_cents, lapsed_as, decline_reason } = quote;
  if (agreed_version === null) return undefined;
  const agreed = `Version ${agreed_version} is agreed for ${formatCents(agreed_cents ?? 0)}`;
  if (state !== 'accepted') return `${agreed} and applies until version ${version} is accepted.`;
  if (lapsed_as === null) return undefined;
  const ended = lapsed_as === 'expired' ? 'expired without an answer' : `was ${lapsed_as}`;
  const reason = decline_reason ? `: ${decline_reason}` : '';
  return endSentence(`${agreed} and still applies. Version ${version} ${ended}${reason}`);
}

/** Explains why a reminder was not saved; undefined if it was. */
export function explainReminder({ status }: ReminderResult): string | undefined {
  switch (status) {
    case 'saved':
      return undefined;
    case 'not_found':
      return 'This reminder was already sent or removed.';
    case 'invalid':
      return 'Please choose a date from today until the quote expires, within six months of when it was first sent. Weekend dates move to Monday.';
    case 'no_email':
      return 'This customer has no email address.';
    case 'stopped':
      return 'The customer turned off reminders for this quote.';
    case 'too_many':
      return 'You can send up to three reminders for each version.';
    default:
      return `You can't send reminders while a quote is ${quoteStateLabels[status].toLowerCase()}.`;
  }
}
