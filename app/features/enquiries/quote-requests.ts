import { type Client, clientHeader } from '#app/lib/client.ts';
import { deleteRow, updateRow } from '#app/lib/crud.ts';
import type { Database, Json } from '#app/lib/database.types.ts';
import { isUuid } from '#app/lib/validators.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { defineInbox, type SortColumn } from './inbox.ts';
import type { PreselectedShed } from './quote-request-form.ts';
import { type SignedHeaders, verdictHeader } from './spam.ts';

type Table = Database['public']['Tables']['quote_requests'];

export type QuoteRequest = Omit<Table['Row'], SortColumn | 'price_basis' | 'shed_id'>;
type NewQuoteRequest = Pick<
  Table['Insert'],
  | 'customer_name'
  | 'email'
  | 'phone'
  | 'location'
  | 'contact_preference'
  | 'project_type'
  | 'material_type'
  | 'color'
  | 'size'
  | 'shed_style'
  | 'description'
  | 'budget_range'
  | 'timeline'
  | 'custom_message'
  | 'inspiration_images'
  | 'delivery_km'
  | 'price_basis'
  | 'shed_id'
> & { design?: ShedDesign };
export type QuoteRequestStatus = 'pending' | 'responded';

/**
 * Stores a visitor's request.
 * @param signed the spam reasons and the visitor's IP, as `FormGuard` signs them
 */
export async function insertQuoteRequest(
  client: Client,
  row: NewQuoteRequest,
  signed: SignedHeaders,
): Promise<void> {
  const { design, ...columns } = row;
  const stored = design ? { ...columns, design: design as unknown as NonNullable<Json> } : columns;
  await client
    .from('quote_requests')
    .insert(stored)
    .setHeader(verdictHeader, signed.verdict)
    .setHeader(clientHeader, signed.client)
    .throwOnError();
}

export const quoteRequestInbox = defineInbox<QuoteRequest>()({
  table: 'quote_requests',
  statuses: ['pending', 'responded'],
  columns: [
    'id',
    'reference',
    'created_at',
    'updated_at',
    'customer_name',
    'email',
    'phone',
    'location',
    'contact_preference',
    'project_type',
    'material_type',
    'color',
    'size',
    'shed_style',
    'description',
    'budget_range',
    'timeline',
    'custom_message',
    'inspiration_images',
    'design',
    'delivery_km',
    'design_price',
    'additions',
    'unread_at',
    'status',
    'notes',
    'is_spam',
    'spam_reasons',
  ],
  sorts: {
    customer: ['name_order'],
    project: ['project_type', 'material_type'],
    details: ['budget_order', 'size_order'],
    date: ['created_at'],
    status: ['status'],
  },
});

/** @throws RowNotFound if it is deleted */
export function updateQuoteRequest(
  client: Client,
  id: string,
  change: { status: QuoteRequestStatus } | { notes: string } | { is_spam: boolean },
): Promise<QuoteRequest> {
  return updateRow(client, 'quote_requests', id, change);
}

/** @throws RowNotFound if it is deleted */
export function deleteQuoteRequest(client: Client, id: string): Promise<QuoteRequest> {
  return deleteRow(client, 'quote_requests', id);
}

/** Reads the listing that a request starts from; null if visitors may not see it. */
export async function readPreselectedShed(
  client: Client,
  id: string,
): Promise<(PreselectedShed & { price: number | null }) | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from('shed_listings')
    .select('id, title, material_type, color, size, shed_style, price')
    .eq('id', id)
    .eq('is_active', true)
    .maybeSingle()
    .throwOnError();
  return data;
}

type RequestedShed = Pick<QuoteRequest, 'size' | 'shed_style' | 'material_type' | 'color'>;

/** The answers of a request that its design contradicts, such as `size 8x8`; no answer contradicts nothing. */
export function listContradictions(
  request: RequestedShed,
  { width, length, style, material, wallColor }: ShedDesign,
): string[] {
  const answers = [
    ['size', request.size, `${width}x${length}`],
    ['style', request.shed_style, style],
    ['material', request.material_type, material],
    ['color', request.color, wallColor],
  ] as const;
  return answers
    .filter(([, answer, designed]) => answer && answer !== designed)
    .map(([label, answer]) => `${label} ${answer}`);
}
