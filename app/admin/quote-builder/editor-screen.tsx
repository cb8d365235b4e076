import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { readRow } from '#app/data/crud.ts';
import { RowNotFound } from '#app/data/errors.ts';
import { defaultQuoteSettings, readQuoteSettings } from '#app/data/quote-settings.ts';
import { type QuoteDraft, readQuote } from '#app/data/quotes.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { toIsoDay } from '#app/domain/format/dates.ts';
import { emptyQuoteContent, type QuoteContent } from '#app/domain/quotes/content.ts';
import {
  createRequestStart,
  type QuoteDefaults,
  withQuoteDefaults,
} from '#app/domain/quotes/prefill.ts';
import { ListStates } from '../lists/list-states.tsx';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { type EditorStart, QuoteEditor } from './quote-editor.tsx';

/** A stored quote, or a new one: empty, of a request, or a duplicate of a quote. */
export default function QuoteEditorScreen() {
  const client = useAdminClient();
  const { quoteId = 'new' } = useParams();
  const [params] = useSearchParams();
  // A new key shows the stored quote again.
  const [formKey, setFormKey] = useState(0);
  const query = useQuery({
    queryKey: ['quotes', 'editor', quoteId, params.toString(), formKey],
    queryFn: () => readStart(client, quoteId, params),
    ...formQueryOptions,
  });
  return (
    <ListStates entityPlural="quote" loading="Loading the quote" shape="form" query={query}>
      {({ quote, start }) => (
        <QuoteEditor
          key={`${quoteId} ${params} ${formKey}`}
          quote={quote}
          start={start}
          onReload={() => setFormKey((key) => key + 1)}
        />
      )}
    </ListStates>
  );
}

async function readStart(client: Client, quoteId: string, params: URLSearchParams) {
  if (quoteId !== 'new') {
    const quote = await readQuote(client, quoteId);
    if (!quote) throw new RowNotFound();
    return { quote, start: { draft: quote as QuoteDraft, unpriced: [] } };
  }
  const settings = (await readQuoteSettings(client)) ?? defaultQuoteSettings;
  return { quote: null, start: await readNewStart(client, settings, params) };
}

async function readNewStart(
  client: Client,
  settings: QuoteDefaults,
  params: URLSearchParams,
): Promise<EditorStart> {
  const complete = (content: QuoteContent) =>
    withQuoteDefaults(content, settings, toIsoDay(new Date()));
  const requestId = params.get('request');
  const request = requestId ? await readRow(client, 'quote_requests', requestId) : null;
  if (request) {
    const { content, unpriced } = createRequestStart(request);
    const draft = {
      quote_request_id: request.id,
      customer_name: request.customer_name,
      customer_email: request.email,
      customer_phone: request.phone,
      customer_address: null,
      content: complete(content),
    };
    return { draft, unpriced, complete };
  }
  const copiedId = params.get('quote');
  const copied = copiedId ? await readQuote(client, copiedId) : null;
  const draft = {
    quote_request_id: copied?.quote_request_id ?? null,
    customer_name: copied?.customer_name ?? '',
    customer_email: copied?.customer_email ?? null,
    customer_phone: copied?.customer_phone ?? null,
    customer_address: copied?.customer_address ?? null,
    content: complete(copied?.content ?? emptyQuoteContent),
  };
  return { draft, unpriced: [], complete };
}
