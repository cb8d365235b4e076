import type { Database } from './database.types.ts';
import { touchedRow } from './errors.ts';
import { everyRow, rowsAfter } from './every-row.ts';
import type { Client } from './supabase-context.ts';

type Table = Database['public']['Tables']['quote_requests'];

export type QuoteRequest = Table['Row'];
export type NewQuoteRequest = Pick<
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
export type QuoteStatus = 'pending' | 'responded';

/** Adds what a visitor sent. Visitors can't read it back, so nothing is returned. */
export async function insertQuoteRequest(client: Client, row: NewQuoteRequest): Promise<void> {
  await client.from('quote_requests').insert(row).throwOnError();
}

/** Every quote request, newest first. For staff. */
export function listQuoteRequests(client: Client): Promise<QuoteRequest[]> {
  return everyRow((after, limit) => {
    const query = client.from('quote_requests').select('*', { count: 'exact' });
    return (after ? query.or(rowsAfter(after)) : query)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
  });
}

/**
 * Sets the status or the notes and returns the row as it is now. Throws RowNotFound where it is
 * gone.
 */
export async function updateQuoteRequest(
  client: Client,
  id: string,
  change: { status: QuoteStatus } | { notes: string },
): Promise<QuoteRequest> {
  const { data } = await client
    .from('quote_requests')
    .update(change)
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data);
}

/** Deletes a quote request and returns it. Throws RowNotFound where it is gone already. */
export async function deleteQuoteRequest(client: Client, id: string): Promise<QuoteRequest> {
  const { data } = await client
    .from('quote_requests')
    .delete()
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data);
}
