import { verdictHeader } from '#app/domain/enquiries/spam.ts';
import type { Database } from './database.types.ts';
import { touchedRow } from './errors.ts';
import { defineInbox, type OrderColumn } from './inbox.ts';
import { updateRow } from './one-row.ts';
import type { Client } from './supabase-context.ts';

type Table = Database['public']['Tables']['contact_submissions'];

/** A message as staff see it. */
export type ContactSubmission = Omit<Table['Row'], OrderColumn>;
type NewContactSubmission = Pick<
  Table['Insert'],
  'name' | 'email' | 'phone' | 'subject' | 'message'
>;
/** Whether staff have read a message. */
export type ContactStatus = 'unread' | 'read';

/**
 * Adds what a visitor sent. Visitors can't read it back, so nothing is returned.
 * @param verdict what the form's guard has found and signed
 */
export async function insertContactSubmission(
  client: Client,
  row: NewContactSubmission,
  verdict: string,
): Promise<void> {
  await client
    .from('contact_submissions')
    .insert(row)
    .setHeader(verdictHeader, verdict)
    .throwOnError();
}

/** The contact messages as an inbox. */
export const contactInbox = defineInbox<ContactSubmission>()({
  table: 'contact_submissions',
  statuses: ['unread', 'read'],
  columns: [
    'id',
    'created_at',
    'updated_at',
    'name',
    'email',
    'phone',
    'subject',
    'message',
    'status',
    'is_spam',
    'spam_reasons',
  ],
  sorts: {
    contact: ['name_order'],
    subject: ['subject_order'],
    message: ['message_order'],
    date: ['created_at'],
    status: ['status'],
  },
});

/**
 * Sets the status or the mark of spam and returns the row as it is now. Throws RowNotFound where it is
 * gone.
 */
export function updateContactSubmission(
  client: Client,
  id: string,
  change: { status: ContactStatus } | { is_spam: boolean },
): Promise<ContactSubmission> {
  return updateRow(client, 'contact_submissions', id, change);
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
