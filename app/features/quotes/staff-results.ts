import { z } from '#app/lib/zod.ts';
import { quoteStates } from './quote-states.ts';

/** What a document must show; each is missing, over (`valid_until`) or differs from the settings (`hst`). */
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

export const sendResultSchema = z.discriminatedUnion('status', [
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

export const adjustResultSchema = z.discriminatedUnion('status', [
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

export const stateResultSchema = z.object({
  status: z.enum(['not_found', 'changed', 'invalid', 'extended', ...quoteStates]),
});

export const paymentResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not_found', 'invalid', 'already_recorded', ...quoteStates]) }),
  z.object({ status: z.literal('refund_too_high'), paid: z.int() }),
  /** `mailed`: the customer is told by e-mail. */
  z.object({ status: z.literal('recorded'), balance: z.int(), mailed: z.boolean() }),
]);

export const stageResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not_found', 'invalid', ...quoteStates]) }),
  z.object({ status: z.literal('recorded'), mailed: z.boolean() }),
]);

export const answerResultSchema = z.object({
  status: z.enum(['not_found', 'invalid', 'already_sent', 'sent']),
});

export const reminderResultSchema = z.object({
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

export const verificationSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('not_found') }),
  z.object({
    status: z.literal('intact'),
    events: z.int(),
    /** The last hash, which certificate and e-mails carry, too. */
    head: z.string(),
    /** Personal values that were erased. */
    erased: z.int(),
  }),
  z.object({ status: z.literal('broken'), sequence: z.int(), problem: z.string() }),
]);

export const erasureSchema = z.object({
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
export type Verification = z.output<typeof verificationSchema>;
export type QuoteErasure = z.output<typeof erasureSchema>;
