import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { FullPrice } from '../designs/price.ts';
import {
  emptyQuoteContent,
  type QuoteContent,
  type QuoteItem,
  quoteContentSchema,
} from './content.ts';
import { quoteLimits } from './limits.ts';

/** What the settings give every new quote. */
export type QuoteDefaults = {
  hst_charged: boolean;
  hst_basis_points: number;
  valid_days: number;
  /** Parts of a content. */
  defaults: unknown;
};

const partialContent = quoteContentSchema.def.shape;
const defaultKeys = [
  'paymentTerms',
  'start',
  'duration',
  'delivery',
  'terms',
  'cancellation',
  'deposit',
] as const;

/**
 * Fills in what the settings say and the content leaves open; HST and the last day are always theirs.
 * @param today an ISO day
 */
export function withQuoteDefaults(
  content: QuoteContent,
  settings: QuoteDefaults,
  today: string,
): QuoteContent {
  const stored = (settings.defaults ?? {}) as Record<string, unknown>;
  const filled: Record<string, unknown> = {};
  for (const key of defaultKeys) {
    const { success, data } = partialContent[key].safeParse(stored[key]);
    if (success && !content[key]) filled[key] = data;
  }
  return {
    ...content,
    ...filled,
    hst: { charged: settings.hst_charged, basisPoints: settings.hst_basis_points },
    validUntil: addDays(today, settings.valid_days),
  };
}

/** A design with its itemised price: a line each; percentages that lower the price become a discount. */
export function createDesignContent(
  title: string,
  design: ShedDesign,
  price: FullPrice | null,
): QuoteContent {
  const lines = price?.lines.filter(({ item }) => item !== 'hst') ?? [];
  const raises = lines.filter(({ cents }) => cents !== null && cents > 0);
  const lowers = lines.reduce((sum, { cents }) => sum + Math.max(0, -(cents ?? 0)), 0);
  return {
    ...emptyQuoteContent,
    title: title.slice(0, quoteLimits.title),
    design,
    items: raises.map(({ label, quantity, cents }, index) =>
      newItem({
        id: `l${index + 1}`,
        description: quantity > 1 ? `${quantity} x ${label}` : label,
        unitCents: cents ?? 0,
      }),
    ),
    discount: lowers > 0 ? { type: 'amount', cents: lowers } : null,
  };
}

/** @param price in dollars; null if it is not known */
export function createListingContent(listing: {
  title: string;
  price: number | null;
  images: string[];
}): QuoteContent {
  const title = listing.title.slice(0, quoteLimits.title);
  return {
    ...emptyQuoteContent,
    title,
    images: listing.images.slice(0, 3),
    items: [
      newItem({ id: 'l1', description: title, unitCents: Math.round((listing.price ?? 0) * 100) }),
    ],
  };
}

/** A line of one piece, taxable, not optional. */
export function newItem(item: Pick<QuoteItem, 'id' | 'description' | 'unitCents'>): QuoteItem {
  return {
    section: '',
    quantityMilli: 1000,
    unit: '',
    taxable: true,
    optional: false,
    preselected: false,
    alternative: null,
    ...item,
  };
}

function addDays(isoDay: string, days: number): string {
  const day = new Date(`${isoDay}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
