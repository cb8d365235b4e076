import { verdictHeader } from '#app/domain/enquiries/spam.ts';
import type { Database } from './database.types.ts';
import { defineInbox, type OrderColumn } from './inbox.ts';
import { deleteRow, updateRow } from './one-row.ts';
import type { Client } from './supabase-context.ts';

type Table = Database['public']['Tables']['quote_requests'];

/** A request as staff see it. */
export type QuoteRequest = Omit<Table['Row'], OrderColumn>;
type NewQuoteRequest = Pick<
  Table['Insert'],
  | 'customer_name'
  | 'email'
  | 'phone'
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
>;
/** Whether staff have answered a request. */
export type QuoteStatus = 'pending' | 'responded';

/**
 * Adds what a visitor sent. Visitors can't read it back, so nothing is returned.
 * @param verdict what the form's guard has found and signed
 */
export async function insertQuoteRequest(
  client: Client,
  row: NewQuoteRequest,
  verdict: string,
): Promise<void> {
  await client.from('quote_requests').insert(row).setHeader(verdictHeader, verdict).throwOnError();
}

/** The quote requests as an inbox. */
export const quoteInbox = defineInbox<QuoteRequest>()({
  table: 'quote_requests',
  statuses: ['pending', 'responded'],
  columns: [
    'id',
    'created_at',
    'updated_at',
    'customer_name',
    'email',
    'phone',
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

/**
 * Sets the status, the notes or the mark of spam and returns the row as it is now. Throws RowNotFound
 * where it is gone.
 */
export function updateQuoteRequest(
  client: Client,
  id: string,
  change: { status: QuoteStatus } | { notes: string } | { is_spam: boolean },
): Promise<QuoteRequest> {
  return updateRow(client, 'quote_requests', id, change);
}

/** Deletes a quote request and returns it. Throws RowNotFound where it is gone already. */
export function deleteQuoteRequest(client: Client, id: string): Promise<QuoteRequest> {
  return deleteRow(client, 'quote_requests', id);
}
