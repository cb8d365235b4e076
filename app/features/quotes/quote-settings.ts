import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';
import { type AmountOrShare, quoteContentSchema, quoteLimits } from './quote-content.ts';
import { share, toShare, toShareForm } from './quote-form.ts';

export type QuoteSettings = Row<'quote_settings'>;
export type QuoteSettingsColumns = WritableColumns<'quote_settings'>;

export const defaultQuoteSettings: QuoteSettingsColumns = {
  legal_name: '',
  consent_sentence:
    'I have read this offer and accept it. I understand that my typed name is my electronic signature.',
  defaults: {},
  valid_days: null,
  reminder_days: [3, 7, 14],
  reminder_text: '',
  bookkeeping_years: 6,
};

/** Reads the single row of quote settings; null if none is stored. */
export async function readQuoteSettings(client: Client): Promise<QuoteSettings | null> {
  const { data } = await client
    .from('quote_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** @throws RowChanged if there is one already */
export function insertQuoteSettings(
  client: Client,
  columns: QuoteSettingsColumns,
): Promise<QuoteSettings> {
  return insertUniqueRow(client, 'quote_settings', columns);
}

/** @throws RowChanged if someone has saved them since */
export function updateQuoteSettings(
  client: Client,
  read: Version,
  change: Partial<QuoteSettingsColumns>,
): Promise<QuoteSettings> {
  return updateUnchanged(client, 'quote_settings', read, change);
}

const { text, line, term } = quoteLimits;
const isWhole = (min: number, max: number) => (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
const isReminderList = (typed: string) =>
  typed === '' || typed.split(/[\s,]+/).every(isWhole(1, 90));

/** Wording that staff may take over. The time of cancellation is that of the Consumer Protection Act, 2002, s. 43. */
export const proposedTerms = {
  validDays: 30,
  delivery: 'To your address, on a day that we agree with you.',
  paymentTerms: 'The balance is due on delivery. All amounts are in Canadian dollars.',
  cancellation:
    'An agreement that is made at your home can be cancelled within 10 days of receiving the written copy (Consumer Protection Act, 2002).',
};

/** The settings of quotes; numbers are text as people type them. */
export const quoteSettingsForm = z.object({
  legal_name: optionalText(200),
  consent_sentence: requiredText(20, 'Please enter a sentence of at least 20 characters', 1000),
  valid_days: optionalText(3).check(
    z.refine(
      (typed) => typed === '' || isWhole(1, 365)(typed),
      'Please enter a number of days up to 365',
    ),
  ),
  reminderDays: optionalText(20)
    .check(z.refine(isReminderList, 'Please enter days between 1 and 90, such as 3, 7, 14'))
    .check(
      z.refine((typed) => typed.split(/[\s,]+/).length <= 3, 'Please enter up to three reminders'),
    ),
  reminder_text: optionalText(2000),
  bookkeeping_years: optionalText(2).check(
    z.refine(isWhole(1, 20), 'Please enter a number of years up to 20'),
  ),
  paymentTerms: optionalText(text),
  deposit: share,
  start: optionalText(term),
  duration: optionalText(term),
  delivery: optionalText(line),
  terms: optionalText(text),
  cancellation: optionalText(text),
  checkedOn: z.union([z.literal(''), z.iso.date('Please enter a date')]),
});

export type QuoteSettingsInput = z.input<typeof quoteSettingsForm>;
export type QuoteSettingsValues = z.output<typeof quoteSettingsForm>;

type Columns = {
  legal_name: string;
  consent_sentence: string;
  defaults: Record<string, string | AmountOrShare>;
  valid_days: number | null;
  reminder_days: number[];
  reminder_text: string;
  bookkeeping_years: number;
};

const textKeys = [
  'paymentTerms',
  'start',
  'duration',
  'delivery',
  'terms',
  'cancellation',
  'checkedOn',
] as const;
const storedDeposit = quoteContentSchema.def.shape.deposit;

/** The form of the stored settings; numbers and lists become text. */
export function toQuoteSettingsForm(
  row: Omit<Columns, 'defaults'> & { defaults: unknown },
): QuoteSettingsInput {
  const stored = (row.defaults ?? {}) as Record<string, unknown>;
  const texts = textKeys.map((key) => [key, String(stored[key] ?? '')]);
  const { data: deposit = null } = storedDeposit.safeParse(stored.deposit);
  return {
    legal_name: row.legal_name,
    consent_sentence: row.consent_sentence,
    valid_days: String(row.valid_days ?? ''),
    reminderDays: row.reminder_days.join(', '),
    reminder_text: row.reminder_text,
    bookkeeping_years: String(row.bookkeeping_years),
    deposit: toShareForm(deposit),
    ...(Object.fromEntries(texts) as Record<(typeof textKeys)[number], string>),
  };
}

/**
 * Whether staff have entered the day on which they checked the wording.
 * @param defaults the stored column
 */
export const isWordingChecked = (defaults: unknown): boolean =>
  Boolean((defaults as { checkedOn?: unknown } | null | undefined)?.checkedOn);

/** The columns of a checked form. */
export function toQuoteSettingsColumns(values: QuoteSettingsValues): Columns {
  return {
    legal_name: values.legal_name,
    consent_sentence: values.consent_sentence,
    defaults: {
      ...Object.fromEntries(textKeys.map((key) => [key, values[key]])),
      deposit: storedDeposit.parse(toShare(values.deposit)),
    },
    valid_days: values.valid_days === '' ? null : Number(values.valid_days),
    reminder_days:
      values.reminderDays === '' ? [] : values.reminderDays.split(/[\s,]+/).map(Number),
    reminder_text: values.reminder_text,
    bookkeeping_years: Number(values.bookkeeping_years),
  };
}
