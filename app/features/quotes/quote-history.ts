import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';
import { fetchAllPages } from '#app/lib/fetch-all.ts';
import { z } from '#app/lib/zod.ts';
import {
  type QuoteContent,
  type QuoteSelection,
  quoteContentSchema,
  quoteSelectionSchema,
} from './quote-content.ts';
import type { Quote } from './quotes.ts';

export type QuoteHistory = {
  versions: Row<'quote_versions'>[];
  acceptances: Row<'quote_acceptances'>[];
  documents: Row<'quote_documents'>[];
  events: Row<'quote_events'>[];
  details: Row<'quote_event_details'>[];
  messages: Row<'quote_messages'>[];
  payments: Row<'quote_payments'>[];
  stages: Row<'quote_stages'>[];
  reminders: Row<'quote_reminders'>[];
};

const maxEvents = 500;

/** Everything about a quote that functions have written, each in its order; of the log the latest events. */
export async function readQuoteHistory(client: Client, id: string): Promise<QuoteHistory> {
  const { data: events } = await client
    .from('quote_events')
    .select('*')
    .eq('quote_id', id)
    .order('sequence', { ascending: false })
    .limit(maxEvents)
    .throwOnError();
  const read = async <Name extends Exclude<keyof QuoteHistory, 'events' | 'details'>>(
    table: `quote_${Name}`,
    order: string,
  ) => {
    const { data } = await client
      .from(table as 'quote_messages')
      .select('*')
      .eq('quote_id', id)
      .order(order as 'created_at')
      .throwOnError();
    return data as unknown as QuoteHistory[Name];
  };
  const [details, versions, acceptances, documents, messages, payments, stages, reminders] =
    await Promise.all([
      fetchAllPages((first, last) =>
        client
          .from('quote_event_details')
          .select('*', { count: 'exact' })
          .eq('quote_id', id)
          .order('id')
          .range(first, last)
          .throwOnError(),
      ),
      read<'versions'>('quote_versions', 'version'),
      read<'acceptances'>('quote_acceptances', 'version'),
      read<'documents'>('quote_documents', 'created_at'),
      read<'messages'>('quote_messages', 'created_at'),
      read<'payments'>('quote_payments', 'paid_on'),
      read<'stages'>('quote_stages', 'reached_on'),
      read<'reminders'>('quote_reminders', 'due_at'),
    ]);
  return {
    versions,
    acceptances,
    events: events.reverse(),
    details,
    documents,
    messages,
    payments,
    stages,
    reminders,
  };
}

/** The file of a stored document. Row-level security admits staff. */
export async function readQuoteDocument(
  client: Client,
  { path }: Row<'quote_documents'>,
): Promise<Blob> {
  if (path === null) throw new Error('This document is not stored');
  const { data, error } = await client.storage.from('quotes').download(path);
  if (error) throw error;
  return data;
}

/** The content of the version that the next one is compared with: the agreed one, otherwise the latest. Null for a draft. */
export async function readPreviousContent(
  client: Client,
  { id, version, agreed_version }: Quote,
): Promise<QuoteContent | null> {
  const { data } = await client
    .from('quote_versions')
    .select('content')
    .eq('quote_id', id)
    .eq('version', agreed_version ?? version)
    .maybeSingle()
    .throwOnError();
  return data && quoteContentSchema.parse(data.content);
}

/** What was accepted of a quote, with which a new version begins; null before an acceptance. */
export async function readAcceptedSelection(
  client: Client,
  { id, accepted_version }: Pick<Quote, 'id' | 'accepted_version'>,
): Promise<QuoteSelection | null> {
  if (accepted_version === null) return null;
  const { data } = await client
    .from('quote_acceptances')
    .select('selection')
    .eq('quote_id', id)
    .eq('version', accepted_version)
    .maybeSingle()
    .throwOnError();
  return data && quoteSelectionSchema.parse(data.selection);
}

const verificationSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('not_found') }),
  z.object({
    status: z.literal('intact'),
    events: z.int(),
    /** The last hash, which certificate and e-mails carry, too. */
    head: z.string(),
    /** Personal values that were erased. */
    erased: z.int(),
  }),
  z.object({ status: z.literal('broken'), sequence: z.int(), problem: z.string() }),
]);

type Verification = z.output<typeof verificationSchema>;

export async function verifyQuote(client: Client, id: string): Promise<Verification> {
  const { data } = await client.rpc('verify_quote', { quote_id: id }).throwOnError();
  return verificationSchema.parse(data);
}
