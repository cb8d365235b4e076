import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertRow, readRow, updateUnchanged } from '#app/lib/crud.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { RowChanged, type Version } from '#app/lib/errors.ts';
import { fetchAllPages } from '#app/lib/fetch-all.ts';

import { type ClampedPage, readClampedPage } from '#app/lib/paginate.ts';
import { toLikePatterns } from '#app/lib/search-patterns.ts';
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

export async function readQuote(client: Client, id: string): Promise<Quote | null> {
  const row = await readRow(client, 'quotes', id);
  return row && parseQuote(row);
}

export async function insertQuote(client: Client, draft: QuoteDraft): Promise<Quote> {
  return parseQuote(
    await insertRow(client, 'quotes', { ...draft, content: draft.content as NonNullable<Json> }),
  );
}

/** @throws RowChanged if somebody has saved it since, RowNotFound if it is deleted or withdrawn */
export async function updateQuote(
  client: Client,
  read: Version,
  change: Partial<QuoteDraft>,
): Promise<Quote> {
  const { content, ...customer } = change;
  const columns = content ? { ...customer, content: content as NonNullable<Json> } : customer;
  try {
    return parseQuote(await updateUnchanged(client, 'quotes', read, columns));
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error;
    throw new RowChanged(parseQuote(error.row as Row<'quotes'>), error.changedBy);
  }
}

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
  const patterns = toLikePatterns(search);
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
