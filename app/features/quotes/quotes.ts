import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  RowChanged,
  readRow,
  updateUnchanged,
  type Version,
} from '#app/lib/crud.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { type ClampedPage, fetchAllPages, readClampedPage } from '#app/lib/paginate.ts';
import { toContactPatterns } from '#app/lib/search-patterns.ts';
import { z } from '#app/lib/zod.ts';
import {
  type QuoteContent,
  type QuoteSelection,
  quoteContentSchema,
  quoteSelectionSchema,
} from './quote-content.ts';
import { type QuoteState, type QuoteTab, quoteStates, quoteTabs } from './quote-states.ts';

export type Quote = Omit<Row<'quotes'>, 'content' | 'selection' | 'state' | 'search_text'> & {
  content: QuoteContent;
  selection: QuoteSelection | null;
  state: QuoteState;
};

export type QuoteDraft = {
  quote_request_id?: string | null;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  customer_address: string | null;
  content: QuoteContent;
};

/** What staff enter of a quote. */
export type QuoteColumns = Omit<QuoteDraft, 'quote_request_id'>;

/** Reads a quote; null if it does not exist. */
export async function readQuote(client: Client, id: string): Promise<Quote | null> {
  const row = await readRow(client, 'quotes', id);
  return row && parseQuote(row);
}

/** @throws RowChanged if there is one with its id */
export function insertQuote(client: Client, draft: QuoteDraft & { id?: string }): Promise<Quote> {
  const columns = { ...draft, content: draft.content as NonNullable<Json> };
  return parseWritten(insertRow(client, 'quotes', columns));
}

/** The quote was withdrawn or erased since it was read. */
export class QuoteClosed extends Error {
  override name = 'QuoteClosed';
}

/** @throws RowChanged if someone has saved it since, QuoteClosed, RowNotFound if it is deleted or withdrawn */
export async function updateQuote(
  client: Client,
  read: Version,
  { content, ...customer }: Partial<QuoteDraft>,
): Promise<Quote> {
  const columns = content
    ? { ...customer, content: withKnownAlternatives(content) as NonNullable<Json> }
    : customer;
  try {
    return await parseWritten(updateUnchanged(client, 'quotes', read, columns));
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error;
    const theirs = error.row as Quote;
    if (theirs.state === 'withdrawn' || theirs.erased_at !== null) throw new QuoteClosed();
    throw error;
  }
}

/** A merge of two versions can combine items of one with alternatives of the other. */
function withKnownAlternatives(content: QuoteContent): QuoteContent {
  const known = new Set(content.alternatives.map(({ id }) => id));
  return {
    ...content,
    items: content.items.map((item) => ({
      ...item,
      alternative: item.alternative && known.has(item.alternative) ? item.alternative : null,
    })),
  };
}

async function parseWritten(write: Promise<Row<'quotes'>>): Promise<Quote> {
  try {
    return parseQuote(await write);
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error;
    throw new RowChanged(parseQuote(error.row as Row<'quotes'>), error.changedBy);
  }
}

/** @throws RowNotFound if it is deleted */
export async function deleteQuote(client: Client, id: string): Promise<void> {
  await deleteRow(client, 'quotes', id);
}

const quotesPerPage = 25;

type QuoteCounts = {
  tabs: Record<QuoteTab, number>;
  /** Cents that waiting quotes would add to the agreed total. */
  openCents: number;
  wonCents: number;
};

export type QuotePage = ClampedPage<Quote> & { counts: QuoteCounts };

/**
 * Reads a page of the list, unread quotes first, then the newest, and the counts of all tabs.
 * @param requestedPage counted from 1, clamped to the last one
 */
export async function readQuotePage(
  client: Client,
  { tab, search }: { tab: QuoteTab; search: string },
  requestedPage: number,
): Promise<QuotePage> {
  const patterns = toContactPatterns(search);
  const counts = countQuotes(client, patterns);
  const page = await readClampedPage(
    requestedPage,
    quotesPerPage,
    counts.then(({ tabs }) => tabs[tab]),
    async (first, last) => {
      const quotes = client.from('quotes').select('*');
      let query =
        tab === 'accepted'
          ? quotes.not('accepted_version', 'is', null)
          : quotes.in('state', quoteTabs[tab]);
      for (const pattern of patterns) query = query.like('search_text', pattern);
      const { data } = await query
        .order('unread_at', { ascending: false, nullsFirst: false })
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError();
      return data.map(parseQuote);
    },
  );
  return { ...page, counts: await counts };
}

const countsSchema = z.object({
  states: z.partialRecord(z.enum(quoteStates), z.int()),
  orders: z.int(),
  openCents: z.int(),
  wonCents: z.int(),
});

async function countQuotes(client: Client, patterns: string[]): Promise<QuoteCounts> {
  const { data } = await client.rpc('count_quotes', { patterns }).throwOnError();
  const { states, orders, openCents, wonCents } = countsSchema.parse(data);
  const tabs = Object.entries(quoteTabs).map(([tab, shown]) => [
    tab,
    tab === 'accepted' ? orders : shown.reduce((sum, state) => sum + (states[state] ?? 0), 0),
  ]);
  return { tabs: Object.fromEntries(tabs) as Record<QuoteTab, number>, openCents, wonCents };
}

/** The ids and numbers of all quotes with a number, by number. */
export async function listQuoteNumbers(client: Client): Promise<{ id: string; number: string }[]> {
  const rows = await fetchAllPages((first, last) =>
    client
      .from('quotes')
      .select('id, number', { count: 'exact' })
      .not('number', 'is', null)
      .order('number')
      .range(first, last)
      .throwOnError(),
  );
  return rows.map(({ id, number }) => ({ id, number: number ?? '' }));
}

function parseQuote({ search_text: _, ...row }: Row<'quotes'>): Quote {
  return {
    ...row,
    state: z.enum(quoteStates).parse(row.state),
    content: quoteContentSchema.parse(row.content),
    selection: quoteSelectionSchema.nullable().parse(row.selection),
  };
}

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

/** Reads the accepted selection, with which a new version begins; null before an acceptance. */
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
    /** The last hash, which certificate and emails carry, too. */
    head: z.string(),
    /** Personal values that were erased. */
    erased: z.int(),
  }),
  z.object({ status: z.literal('broken'), sequence: z.int(), problem: z.string() }),
]);

type Verification = z.output<typeof verificationSchema>;

/** Verifies a quote's evidence log: the hash chain, and the documents and acceptances that it names. */
export async function verifyQuote(client: Client, id: string): Promise<Verification> {
  const { data } = await client.rpc('verify_quote', { quote_id: id }).throwOnError();
  return verificationSchema.parse(data);
}
