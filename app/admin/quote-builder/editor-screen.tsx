import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { readRow } from '#app/data/crud.ts';
import { RowNotFound } from '#app/data/errors.ts';
import { defaultQuoteSettings, readQuoteSettings } from '#app/data/quote-settings.ts';
import { listQuoteTemplates } from '#app/data/quote-templates.ts';
import { type QuoteDraft, readQuote } from '#app/data/quotes.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { shedDesignSchema } from '#app/domain/designs/design-schema.ts';
import { requestPriceSchema } from '#app/domain/designs/price-schema.ts';
import { toIsoDay } from '#app/domain/format/dates.ts';
import { emptyQuoteContent, type QuoteContent } from '#app/domain/quotes/content.ts';
import {
  createDesignContent,
  createListingContent,
  withQuoteDefaults,
} from '#app/domain/quotes/prefill.ts';
import { ListStates } from '../lists/list-states.tsx';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { QuoteEditor } from './quote-editor.tsx';

/** A stored quote, or a new one that starts from a request, listing, quote or template. */
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
      {({ quote, draft }) => (
        <QuoteEditor
          key={`${quoteId} ${formKey}`}
          quote={quote}
          draft={draft}
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
    return { quote, draft: quote as QuoteDraft };
  }
  const settings = (await readQuoteSettings(client)) ?? defaultQuoteSettings;
  const { content, ...customer } = await readSource(client, params);
  const today = toIsoDay(new Date());
  return {
    quote: null,
    draft: { ...customer, content: withQuoteDefaults(content, settings, today) },
  };
}

const nobody = {
  customer_name: '',
  customer_email: null,
  customer_phone: null,
  customer_address: null,
};

async function readSource(client: Client, params: URLSearchParams): Promise<QuoteDraft> {
  const requestId = params.get('request');
  const request = requestId ? await readRow(client, 'quote_requests', requestId) : null;
  const customer = request
    ? {
        quote_request_id: request.id,
        customer_name: request.customer_name,
        customer_email: request.email,
        customer_phone: request.phone,
        customer_address: null,
      }
    : nobody;
  if (request) {
    const title = [request.size, request.shed_style, request.project_type]
      .filter(Boolean)
      .join(' ');
    const design = shedDesignSchema.safeParse(request.design);
    const price = requestPriceSchema.safeParse(request.design_price);
    const content: QuoteContent = design.success
      ? createDesignContent(title, design.data, price.success ? price.data.full : null)
      : { ...emptyQuoteContent, title: title.slice(0, 120) };
    return { ...customer, content };
  }
  const shedId = params.get('shed');
  const shed = shedId ? await readRow(client, 'shed_listings', shedId) : null;
  if (shed) return { ...customer, content: createListingContent(shed) };
  const copiedId = params.get('quote');
  const copied = copiedId ? await readQuote(client, copiedId) : null;
  if (copied) {
    const { customer_name, customer_email, customer_phone, customer_address, content } = copied;
    return { customer_name, customer_email, customer_phone, customer_address, content };
  }
  const templateId = params.get('template');
  const templates = templateId ? await listQuoteTemplates(client) : [];
  const template = templates.find(({ id }) => id === templateId);
  return { ...customer, content: template?.content ?? emptyQuoteContent };
}
