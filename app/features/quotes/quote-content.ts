import { colorCardSchema } from '#app/features/designer/color-card.ts';
import { shedDesignSchema } from '#app/features/designer/design-schema.ts';
import { z } from '#app/lib/zod.ts';

/** The database checks the same in private.is_quote_content. */
export const quoteLimits = {
  items: 100,
  alternatives: 3,
  images: 12,
  /** 100,000 of a unit. */
  quantityMilli: 100_000_000,
  /** A million dollars. */
  cents: 100_000_000,
  title: 120,
  text: 10_000,
  line: 500,
  unit: 20,
  term: 200,
} as const;

const cents = z.int().min(0).max(quoteLimits.cents);
const basisPoints = z.int().min(0).max(10_000);
const key = z.string().regex(/^[a-z0-9]{1,12}$/);
const text = z.string().max(quoteLimits.text);
const line = z.string().max(quoteLimits.line);
const term = z.string().max(quoteLimits.term);

/** An amount in cents, or a share in basis points. */
const amountOrShare = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('amount'), cents }),
    z.strictObject({ type: z.literal('percent'), basisPoints }),
  ])
  .nullable();

const item = z.strictObject({
  id: key,
  /** The heading above the item; empty without one. */
  section: z.string().max(quoteLimits.title),
  description: line.min(1),
  /** Thousandths of the unit. */
  quantityMilli: z.int().min(1).max(quoteLimits.quantityMilli),
  unit: z.string().max(quoteLimits.unit),
  unitCents: cents,
  taxable: z.boolean(),
  /** The customer selects optional items; `preselected` is the owner's proposal. */
  optional: z.boolean(),
  preselected: z.boolean(),
  /** The alternative that the item belongs to; null for an item of all. */
  alternative: key.nullable(),
});

/** The content of a quote: everything that a version freezes, and nothing about the customer. */
export const quoteContentSchema = z
  .strictObject({
    format: z.literal(1),
    /** A fixed quote may not be exceeded, an estimate by 10%. */
    type: z.enum(['quote', 'estimate']),
    title: z.string().max(quoteLimits.title),
    introduction: text,
    items: z.array(item).max(quoteLimits.items),
    /** The first one is the owner's proposal. */
    alternatives: z
      .array(
        z.strictObject({
          id: key,
          title: z.string().min(1).max(quoteLimits.title),
          description: line,
        }),
      )
      .max(quoteLimits.alternatives),
    discount: amountOrShare,
    hst: z.strictObject({ charged: z.boolean(), basisPoints }),
    deposit: amountOrShare,
    paymentTerms: text,
    start: term,
    duration: term,
    delivery: line,
    terms: text,
    cancellation: text,
    /** The last day on which the version can be accepted. */
    validUntil: z.iso.date().nullable(),
    /** Keys of the bucket `images`. */
    images: z
      .array(z.string().regex(/^(sheds|projects|orders)\/[^\s/]{1,250}$/))
      .max(quoteLimits.images),
    design: z.nullable(shedDesignSchema),
    /** The suppliers' names of the design's colours when it was added; missing without any. */
    colors: z.optional(colorCardSchema),
  })
  .refine(({ items }) => hasUniqueIds(items), { path: ['items'], message: 'Ids must differ' })
  .refine(({ alternatives }) => alternatives.length !== 1 && hasUniqueIds(alternatives), {
    path: ['alternatives'],
    message: 'Two or three alternatives are needed, or none',
  })
  .refine(
    ({ items, alternatives }) =>
      items.every(
        ({ alternative }) =>
          alternative === null || alternatives.some(({ id }) => id === alternative),
      ),
    { path: ['items'], message: 'An item belongs to an alternative that is missing' },
  );

export type QuoteContent = z.output<typeof quoteContentSchema>;
export type QuoteItem = QuoteContent['items'][number];
export type AmountOrShare = QuoteContent['discount'];

/** A customer's selection: an alternative if there are any, and optional items. */
export const quoteSelectionSchema = z.strictObject({
  alternative: key.nullable(),
  options: z.array(key).max(quoteLimits.items),
});

export type QuoteSelection = z.output<typeof quoteSelectionSchema>;

export const emptyQuoteContent: QuoteContent = {
  format: 1,
  type: 'quote',
  title: '',
  introduction: '',
  items: [],
  alternatives: [],
  discount: null,
  hst: { charged: true, basisPoints: 1300 },
  deposit: null,
  paymentTerms: '',
  start: '',
  duration: '',
  delivery: '',
  terms: '',
  cancellation: '',
  validUntil: null,
  images: [],
  design: null,
};

function hasUniqueIds(entities: { id: string }[]): boolean {
  return new Set(entities.map(({ id }) => id)).size === entities.length;
}
