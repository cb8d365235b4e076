import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { readRow } from '#app/data/crud.ts';
import { defaultQuoteSettings, readQuoteSettings } from '#app/data/quote-settings.ts';
import { type QuoteDraft, readQuote } from '#app/data/quotes.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { toIsoDay } from '#app/domain/format/dates.ts';
import { isUuid } from '#app/domain/format/validators.ts';
import { emptyQuoteContent, type QuoteContent } from '#app/domain/quotes/content.ts';
import {
  createRequestStart,
  type QuoteDefaults,
  withQuoteDefaults,
} from '#app/domain/quotes/prefill.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { PageHeader } from '../page-header.tsx';
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
      {(read) =>
        read ? (
          <QuoteEditor
            key={`${quoteId} ${params} ${formKey}`}
            {...read}
            onReload={() => setFormKey((key) => key + 1)}
          />
        ) : (
          <NoQuote />
        )
      }
    </ListStates>
  );
}

function NoQuote() {
  return (
    <>
      <PageHeader title="No such quote" />
      <p className="my-4">There is no quote here. It may have been a draft that was deleted.</p>
      <Link to="/admin/quote-builder" className={buttonClass('secondary')}>
        All quotes
      </Link>
    </>
  );
}

/** Null for a quote that does not exist. */
async function readStart(client: Client, quoteId: string, params: URLSearchParams) {
  const settings = (await readQuoteSettings(client)) ?? defaultQuoteSettings;
  const hst = { charged: settings.hst_charged, basisPoints: settings.hst_basis_points };
  if (quoteId !== 'new') {
    const quote = isUuid(quoteId) ? await readQuote(client, quoteId) : null;
    return quote && { quote, hst, start: { draft: quote as QuoteDraft, unpriced: [] } };
  }
  return { quote: null, hst, start: await readNewStart(client, settings, params) };
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
