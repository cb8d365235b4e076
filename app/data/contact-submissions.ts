import type { Database } from './database.types.ts';
import { touchedRow } from './errors.ts';
import { everyRow, rowsAfter } from './every-row.ts';
import type { Client } from './supabase-context.ts';

type Table = Database['public']['Tables']['contact_submissions'];

export type ContactSubmission = Table['Row'];
export type NewContactSubmission = Pick<
  Table['Insert'],
  'name' | 'email' | 'phone' | 'subject' | 'message'
>;
export type ContactStatus = 'unread' | 'read';

/** Adds what a visitor sent. Visitors can't read it back, so nothing is returned. */
export async function insertContactSubmission(
  client: Client,
  row: NewContactSubmission,
): Promise<void> {
  await client.from('contact_submissions').insert(row).throwOnError();
}

/** Every contact message, newest first. For staff. */
export function listContactSubmissions(client: Client): Promise<ContactSubmission[]> {
  return everyRow((after, limit) => {
    const query = client.from('contact_submissions').select('*', { count: 'exact' });
    return (after ? query.or(rowsAfter(after)) : query)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
  });
}

/** Sets the status and returns the row as it is now. Throws RowNotFound where it is gone. */
export async function updateContactSubmission(
  client: Client,
  id: string,
  change: { status: ContactStatus },
): Promise<ContactSubmission> {
  const { data } = await client
    .from('contact_submissions')
    .update(change)
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data);
}

/** Deletes a contact message. Throws RowNotFound where it is gone already. */
export async function deleteContactSubmission(client: Client, id: string): Promise<void> {
  const { data } = await client
    .from('contact_submissions')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError();
  touchedRow(data);
}
