import { pickColors } from '#app/features/designer/describe-colors.ts';
import { getDesignTitle } from '#app/features/designer/design-summary.ts';
import { formatItemLabel, formatLineLabel } from '#app/features/designer/line-label.ts';
import type { FullPrice, PriceLine } from '#app/features/designer/price.ts';
import { requestPriceSchema } from '#app/features/designer/price-schema.ts';
import { parseStoredDesign } from '#app/features/designer/stored-design.ts';
import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertOnce } from '#app/lib/crud.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { truncate } from '#app/lib/summary.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import {
  emptyQuoteContent,
  type QuoteContent,
  type QuoteItem,
  quoteContentSchema,
  quoteLimits,
} from './quote-content.ts';

type QuoteDefaults = {
  valid_days: number | null;
  /** A partial content. */
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
 * @param hst what the tax settings say
 * @param today an ISO day
 */
export function withQuoteDefaults(
  content: QuoteContent,
  settings: QuoteDefaults,
  hst: QuoteContent['hst'],
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
    hst,
    validUntil: settings.valid_days === null ? null : addDays(today, settings.valid_days),
  };
}

export type QuoteStart = {
  content: QuoteContent;
  /** Ids of the items whose price is not known: the owner has to enter it. */
  unpriced: string[];
};

type RequestedProject = {
  size: string | null;
  shed_style: string | null;
  project_type: string;
  design: unknown;
  design_price: unknown;
};

/**
 * Starts a quote from a quote request: from its design and price, or from its title alone.
 * @param card with the suppliers' names of colours
 */
export function createRequestStart(request: RequestedProject, card: ColorCard): QuoteStart {
  const design = parseStoredDesign(request.design)?.design;
  const subject = design ? [getDesignTitle(design)] : [request.size, request.shed_style];
  const title = [...subject, request.project_type].filter(Boolean).join(' ');
  const price = requestPriceSchema.safeParse(request.design_price);
  if (design) {
    return createDesignStart(title, design, { price: price.data?.full ?? null, card });
  }
  return {
    content: { ...emptyQuoteContent, title: truncate(title, quoteLimits.title) },
    unpriced: [],
  };
}

/** Starts a quote from a contact message: its subject becomes the title. */
export function createMessageStart({ subject }: { subject: string | null }): QuoteStart {
  const title = truncate(subject?.trim() ?? '', quoteLimits.title);
  return { content: { ...emptyQuoteContent, title }, unpriced: [] };
}

/** Finds the latest quote request that staff made from a contact message, which a quote for it answers. */
export async function findRequestFromMessage(
  client: Client,
  {
    email,
    message,
    created_at,
  }: Pick<Row<'contact_submissions'>, 'email' | 'message' | 'created_at'>,
): Promise<string | null> {
  const { data } = await client
    .from('quote_requests')
    .select('id, description')
    .eq('email', email)
    .gte('created_at', created_at)
    .order('created_at', { ascending: false })
    .limit(10)
    .throwOnError();
  return data.find(({ description }) => description === message)?.id ?? null;
}

/**
 * A design with its itemised price: a line each, even for what is included or offered on request;
 * percentages that lower the price become a discount.
 * @param from.card with the suppliers' names of colours
 */
export function createDesignStart(
  title: string,
  design: ShedDesign,
  { price, card }: { price: FullPrice | null; card: ColorCard },
): QuoteStart {
  const lines = (price?.lines ?? [])
    .filter(({ item, cents }) => item !== 'hst' && (cents === null || cents >= 0))
    .map((line, index) => ({ ...line, id: `l${index + 1}` }));
  const lowers = (price?.lines ?? []).reduce(
    (sum, { cents }) => sum + Math.max(0, -(cents ?? 0)),
    0,
  );
  return {
    content: {
      ...emptyQuoteContent,
      title: truncate(title, quoteLimits.title),
      ...toQuoteDesign(design, card),
      items: lines.map(toItem),
      discount: lowers > 0 ? { type: 'amount', cents: lowers } : null,
    },
    unpriced: lines.filter(({ cents }) => cents === null).map(({ id }) => id),
  };
}

/** Stores the suppliers' colour names with the design, so that a sent version stays the same when the colours change. */
export function toQuoteDesign(
  design: ShedDesign,
  card: ColorCard,
): Pick<QuoteContent, 'design' | 'colors'> {
  const colors = pickColors(design, card);
  return colors.length > 0 ? { design, colors } : { design };
}

/** Pieces of the same price are a quantity, so that the owner can change it; other lines are one piece. */
function toItem({ id, ...line }: PriceLine & { id: string }): QuoteItem {
  const { item, quantity } = line;
  const cents = line.cents ?? 0;
  const hasPieces = item !== 'wallHeight' && cents % quantity === 0;
  return hasPieces
    ? {
        ...newItem({ id, description: formatItemLabel(line), unitCents: cents / quantity }),
        quantityMilli: 1000 * quantity,
      }
    : newItem({ id, description: formatLineLabel(line), unitCents: cents });
}

/** @param listing its price is in dollars; null if visitors read "Contact for price" */
export function createListingStart(listing: {
  title: string;
  price: number | null;
  images: string[];
}): QuoteStart {
  const title = truncate(listing.title, quoteLimits.title);
  const unitCents = Math.round((listing.price ?? 0) * 100);
  return {
    content: {
      ...emptyQuoteContent,
      title,
      images: listing.images.slice(0, 3),
      items: [newItem({ id: 'l1', description: title, unitCents })],
    },
    unpriced: listing.price === null ? ['l1'] : [],
  };
}

/** A template of wording alone leaves the items, title, images and design that are there. */
export function createTemplateStart(template: QuoteContent, current: QuoteStart): QuoteStart {
  if (template.items.length > 0) return { content: template, unpriced: [] };
  const { items, alternatives, title, images, design, colors, discount } = current.content;
  return {
    content: {
      ...template,
      items,
      alternatives,
      title: template.title || title,
      images,
      design,
      colors,
      discount: template.discount ?? discount,
    },
    unpriced: current.unpriced,
  };
}

/** A line of one piece, taxable, not optional. */
function newItem(item: Pick<QuoteItem, 'id' | 'description' | 'unitCents'>): QuoteItem {
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

/** Adds days to an ISO day, such as 2026-11-28. */
export function addDays(isoDay: string, days: number): string {
  const day = new Date(`${isoDay}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

export type QuoteTemplate = Omit<Row<'quote_templates'>, 'content'> & { content: QuoteContent };

/** Lists the templates by name. */
export async function listQuoteTemplates(client: Client): Promise<QuoteTemplate[]> {
  const { data } = await client
    .from('quote_templates')
    .select('*')
    .order('name')
    .limit(100)
    .throwOnError();
  return data.map((row) => ({ ...row, content: quoteContentSchema.parse(row.content) }));
}

/** Stores a template, unless there is one with the id. */
export async function insertQuoteTemplate(
  client: Client,
  { content, ...template }: { id: string; name: string; content: QuoteContent },
): Promise<void> {
  const columns = { ...template, content: content as NonNullable<Json> };
  await insertOnce(client, 'quote_templates', columns);
}

/** @throws RowNotFound if it is deleted */
export async function deleteQuoteTemplate(client: Client, id: string): Promise<void> {
  await deleteRow(client, 'quote_templates', id);
}
