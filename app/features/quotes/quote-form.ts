import { emailPattern } from '#app/lib/email.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { parseDecimal, parsePercent } from '#app/lib/parse-decimal.ts';
import { z } from '#app/lib/zod.ts';
import {
  type AmountOrShare,
  type QuoteContent,
  quoteContentSchema,
  quoteLimits,
} from './quote-content.ts';
import { paymentMethods } from './quote-states.ts';
import { formatQuantity } from './quote-totals.ts';

const { title, text, line, unit, term } = quoteLimits;

/** Thousandths of what was typed, such as `2.5` or `1,200`; undefined for anything else, and beyond the limits. */
export function parseQuantity(typed: string): number | undefined {
  const milli = parseDecimal(typed.trim(), 3);
  return milli && milli > 0 && milli <= quoteLimits.quantityMilli ? milli : undefined;
}

/** Cents of an amount in dollars, such as `$1,234.50` or `99,95`; undefined for anything else, and beyond the limits. */
export function parseDollars(typed: string): number | undefined {
  const cents = parseDecimal(typed.trim().replace(/^\$/, ''), 2);
  return cents !== undefined && cents >= 0 && cents <= quoteLimits.cents ? cents : undefined;
}

/** A payment as typed: a minus is a refund or a correction, and staff choose how it was paid. */
export const paymentForm = z.object({
  amount: z
    .string()
    .transform((typed) => {
      const [, minus, amount = ''] = /^\s*(-?)(.*)$/s.exec(typed) ?? [];
      const cents = parseDollars(amount);
      return cents && minus ? -cents : cents || undefined;
    })
    .pipe(z.int('Please enter dollars up to 1,000,000, such as 2000 or 350.50')),
  method: z.enum(paymentMethods, 'Please choose how it was paid'),
});

const dollars = optionalText(20).check(
  z.refine(
    (typed) => parseDollars(typed) !== undefined,
    'Please enter dollars up to 1,000,000, such as 350.50',
  ),
);
const quantity = optionalText(20).check(
  z.refine(
    (typed) => parseQuantity(typed) !== undefined,
    'Please enter a number up to 100,000, such as 2.5',
  ),
);
const shareFields = {
  type: z.enum(['none', 'amount', 'percent']),
  value: optionalText(20),
};
const isShare = ({ type, value }: { type: string; value: string }) =>
  type === 'none' || (type === 'amount' ? parseDollars(value) : parsePercent(value)) !== undefined;
export const share = z
  .object(shareFields)
  .refine(isShare, { path: ['value'], message: 'Please enter an amount or a percentage' })
  .refine(({ type, value }) => type !== 'none' || value === '', {
    path: ['value'],
    message: 'Please choose $ or %, or empty this field',
  });

/** The form of a quote; amounts and quantities are text as people type them. */
export const quoteForm = z
  .object({
    customer_name: optionalText(120),
    customer_email: z.union([
      z.literal(''),
      z.string().regex(emailPattern, 'Please enter an email address').max(254),
    ]),
    customer_phone: optionalText(40),
    customer_address: optionalText(300),
    type: z.enum(['quote', 'estimate']),
    title: optionalText(title),
    introduction: optionalText(text),
    items: z
      .array(
        z.object({
          key: z.string(),
          section: optionalText(title),
          description: requiredText(1, 'Please enter a description', line),
          quantity,
          unit: optionalText(unit),
          price: dollars,
          taxable: z.boolean(),
          optional: z.boolean(),
          preselected: z.boolean(),
          /** Empty for an item of all. */
          alternative: z.string(),
        }),
      )
      .max(quoteLimits.items),
    alternatives: z
      .array(
        z.object({
          key: z.string(),
          title: requiredText(1, 'Please enter a name', title),
          description: optionalText(line),
        }),
      )
      .max(quoteLimits.alternatives),
    discount: share,
    deposit: share,
    paymentTerms: optionalText(text),
    start: optionalText(term),
    duration: optionalText(term),
    delivery: optionalText(line),
    terms: optionalText(text),
    cancellation: optionalText(text),
    validUntil: z.union([z.literal(''), z.iso.date('Please enter a date')]),
    /** True if the quote shows the drawing of the design. */
    hasDrawing: z.boolean(),
  })
  .refine(({ alternatives }) => alternatives.length !== 1, {
    path: ['alternatives'],
    message: 'Please add another alternative, or remove this one',
  });

export type QuoteFormInput = z.input<typeof quoteForm>;
export type QuoteFormValues = z.output<typeof quoteForm>;

type Customer = {
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  customer_address: string | null;
};

/** Payment terms without the former sentence about a deposit: a quote states its own beside its total. */
export function withoutFormerWording(paymentTerms: string): string {
  return paymentTerms.replace(
    'The deposit, if there is one, is due when you accept, the balance on delivery.',
    'The balance is due on delivery.',
  );
}

/** @param unpriced ids of items whose price the owner has to enter */
export function toQuoteForm(
  { content, ...customer }: Customer & { content: QuoteContent },
  unpriced: string[] = [],
): QuoteFormInput {
  return {
    customer_name: customer.customer_name,
    customer_email: customer.customer_email ?? '',
    customer_phone: customer.customer_phone ?? '',
    customer_address: customer.customer_address ?? '',
    ...pickTexts(content),
    paymentTerms: withoutFormerWording(content.paymentTerms),
    type: content.type,
    items: content.items.map((item) => ({
      key: item.id,
      section: item.section,
      description: item.description,
      quantity: formatQuantity(item.quantityMilli),
      unit: item.unit,
      price: unpriced.includes(item.id) ? '' : toDollarInput(item.unitCents),
      taxable: item.taxable,
      optional: item.optional,
      preselected: item.preselected,
      alternative: item.alternative ?? '',
    })),
    alternatives: content.alternatives.map(({ id, ...alternative }) => ({
      key: id,
      ...alternative,
    })),
    discount: toShareForm(content.discount),
    deposit: toShareForm(content.deposit),
    validUntil: content.validUntil ?? '',
    hasDrawing: content.design !== null,
  };
}

/**
 * The columns of a quote.
 * @param base has what the form does not show: HST, design, colours, images
 * @throws ZodError if the values are not those of a valid form
 */
export function toQuoteColumns(
  values: QuoteFormValues,
  base: QuoteContent,
): Customer & { content: QuoteContent } {
  const content = quoteContentSchema.parse({
    ...base,
    ...pickTexts(values),
    type: values.type,
    items: values.items.map(({ key, quantity, price, alternative, ...item }) => ({
      ...item,
      id: key,
      quantityMilli: parseQuantity(quantity),
      unitCents: parseDollars(price),
      alternative: alternative || null,
    })),
    alternatives: values.alternatives.map(({ key, ...alternative }) => ({
      id: key,
      ...alternative,
    })),
    discount: toShare(values.discount),
    deposit: toShare(values.deposit),
    validUntil: values.validUntil || null,
    ...(values.hasDrawing ? {} : { design: null, colors: undefined }),
  });
  return {
    customer_name: values.customer_name,
    customer_email: values.customer_email || null,
    customer_phone: values.customer_phone || null,
    customer_address: values.customer_address || null,
    content,
  };
}

/** Removes an alternative with its items. A single remaining alternative is dropped, and its items belong to the quote. */
export function removeAlternative(
  { items, alternatives }: Pick<QuoteFormInput, 'items' | 'alternatives'>,
  key: string,
): Pick<QuoteFormInput, 'items' | 'alternatives'> {
  const left = alternatives.filter((alternative) => alternative.key !== key);
  const itemsLeft = items.filter(({ alternative }) => alternative !== key);
  if (left.length > 1) return { items: itemsLeft, alternatives: left };
  return { items: itemsLeft.map((item) => ({ ...item, alternative: '' })), alternatives: [] };
}

/** A key that no other entry has. */
export function nextKey(prefix: string, entries: { key: string }[]): string {
  for (let number = entries.length + 1; ; number++) {
    const key = `${prefix}${number}`;
    if (!entries.some((entry) => entry.key === key)) return key;
  }
}

type Texts = Pick<
  QuoteContent,
  | 'title'
  | 'introduction'
  | 'paymentTerms'
  | 'start'
  | 'duration'
  | 'delivery'
  | 'terms'
  | 'cancellation'
>;

function pickTexts({
  title,
  introduction,
  paymentTerms,
  start,
  duration,
  delivery,
  terms,
  cancellation,
}: Texts): Texts {
  return { title, introduction, paymentTerms, start, duration, delivery, terms, cancellation };
}

/** The form of a discount or deposit: dollars or percent as text. */
export function toShareForm(stored: AmountOrShare): z.input<typeof share> {
  if (stored === null) return { type: 'none', value: '' };
  return stored.type === 'amount'
    ? { type: 'amount', value: toDollarInput(stored.cents) }
    : { type: 'percent', value: String(stored.basisPoints / 100) };
}

/** Parses a discount or deposit to cents or basis points; null without one. */
export function toShare({ type, value }: z.output<typeof share>): unknown {
  if (type === 'none') return null;
  return type === 'amount'
    ? { type, cents: parseDollars(value) }
    : { type, basisPoints: parsePercent(value) };
}

/** Cents as people type dollars: `350.50`. */
export function toDollarInput(cents: number): string {
  return (cents / 100).toFixed(2);
}
