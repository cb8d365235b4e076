import { type Client, clientHeader } from '#app/lib/client.ts';
import { getFirstRow, updateRow } from '#app/lib/crud.ts';
import type { Database } from '#app/lib/database.types.ts';
import { defineInbox, type SortColumn } from './inbox.ts';
import type { QuoteRequest } from './quote-requests.ts';
import { type SignedHeaders, verdictHeader } from './spam.ts';

type Table = Database['public']['Tables']['contact_submissions'];

export type ContactSubmission = Omit<Table['Row'], SortColumn>;
type NewContactSubmission = Pick<
  Table['Insert'],
  'name' | 'email' | 'phone' | 'location' | 'contact_preference' | 'subject' | 'message'
>;
export type ContactStatus = 'unread' | 'read';

/**
 * Stores a visitor's message.
 * @param signed the spam reasons and the visitor's IP, as `FormGuard` signs them
 */
export async function insertContactSubmission(
  client: Client,
  row: NewContactSubmission,
  signed: SignedHeaders,
): Promise<void> {
  await client
    .from('contact_submissions')
    .insert(row)
    .setHeader(verdictHeader, signed.verdict)
    .setHeader(clientHeader, signed.client)
    .throwOnError();
}

export const contactInbox = defineInbox<ContactSubmission>()({
  table: 'contact_submissions',
  statuses: ['unread', 'read'],
  columns: [
    'id',
    'reference',
    'created_at',
    'updated_at',
    'name',
    'email',
    'phone',
    'location',
    'contact_preference',
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

/** @throws RowNotFound if it is deleted */
export function updateContactSubmission(
  client: Client,
  id: string,
  change: { status: ContactStatus } | { is_spam: boolean },
): Promise<ContactSubmission> {
  return updateRow(client, 'contact_submissions', id, change);
}

/**
 * Stores a quote request with the sender and text of a message, unless there is one with the id.
 * @returns the id; null if the message is deleted
 */
export async function createRequestFromMessage(
  client: Client,
  messageId: string,
  projectType: string,
  requestId: string,
): Promise<string | null> {
  const { data } = await client
    .rpc('create_request_from_message', {
      ...{ message_id: messageId, project_type: projectType, request_id: requestId },
    })
    .throwOnError();
  return data;
}

export type SenderRequest = Pick<QuoteRequest, 'id' | 'created_at' | 'project_type' | 'status'>;

/** Reads the quote requests from the sender of a message since it arrived, the newest ten. */
export async function readRequestsOfSender(
  client: Client,
  { email, created_at }: Pick<ContactSubmission, 'email' | 'created_at'>,
): Promise<SenderRequest[]> {
  const { data } = await client
    .from('quote_requests')
    .select('id, created_at, project_type, status')
    .eq('email', email)
    .gte('created_at', created_at)
    .order('created_at', { ascending: false })
    .limit(10)
    .throwOnError();
  return data;
}

/** @throws RowNotFound if it is deleted */
export async function deleteContactSubmission(client: Client, id: string): Promise<void> {
  const { data } = await client
    .from('contact_submissions')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError();
  getFirstRow(data);
}
