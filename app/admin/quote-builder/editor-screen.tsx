import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { readRow } from '#app/data/crud.ts';
import type { Row } from '#app/data/database.types.ts';
import { defaultQuoteSettings, readQuoteSettings } from '#app/data/quote-settings.ts';
import { listQuoteTemplates } from '#app/data/quote-templates.ts';
import { type QuoteDraft, readQuote } from '#app/data/quotes.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { shedDesignSchema } from '#app/domain/designs/design-schema.ts';
import { requestPriceSchema } from '#app/domain/designs/price-schema.ts';
import { toIsoDay } from '#app/domain/format/dates.ts';
import { isUuid } from '#app/domain/format/validators.ts';
import { emptyQuoteContent, type QuoteContent } from '#app/domain/quotes/content.ts';
import { quoteLimits } from '#app/domain/quotes/limits.ts';
import {
  createDesignContent,
  createListingContent,
  withQuoteDefaults,
} from '#app/domain/quotes/prefill.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { PageHeader } from '../page-header.tsx';
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
      {(start) =>
        start ? (
          <QuoteEditor
            key={`${quoteId} ${params} ${formKey}`}
            {...start}
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
    return quote && { quote, draft: quote as QuoteDraft, hst };
  }
  const { content, ...customer } = await readSource(client, params);
  const today = toIsoDay(new Date());
  const draft = { ...customer, content: withQuoteDefaults(content, settings, today) };
  return { quote: null, draft, hst };
}

const nobody = {
  customer_name: '',
  customer_email: null,
  customer_phone: null,
  customer_address: null,
};

/** The customer of a request, and the content of a shed, quote or template, otherwise of the request. */
async function readSource(client: Client, params: URLSearchParams): Promise<QuoteDraft> {
  const read = (name: string) => {
    const id = params.get(name);
    return id && isUuid(id) ? id : null;
  };
  const [requestId, shedId, quoteId, templateId] = ['request', 'shed', 'quote', 'template'].map(
    read,
  );
  const [request, shed, copied, templates] = await Promise.all([
    requestId ? readRow(client, 'quote_requests', requestId) : null,
    shedId ? readRow(client, 'shed_listings', shedId) : null,
    quoteId ? readQuote(client, quoteId) : null,
    templateId ? listQuoteTemplates(client) : [],
  ]);
  const template = templates.find(({ id }) => id === templateId);
  const content =
    (shed && createListingContent(shed)) ??
    copied?.content ??
    template?.content ??
    (request ? createRequestContent(request) : emptyQuoteContent);
  if (request) {
    return {
      quote_request_id: request.id,
      customer_name: request.customer_name,
      customer_email: request.email,
      customer_phone: request.phone,
      customer_address: null,
      content,
    };
  }
  if (!copied) return { ...nobody, content };
  const { customer_name, customer_email, customer_phone, customer_address } = copied;
  return { customer_name, customer_email, customer_phone, customer_address, content };
}

function createRequestContent(request: Row<'quote_requests'>): QuoteContent {
  const title = [request.size, request.shed_style, request.project_type].filter(Boolean).join(' ');
  const design = shedDesignSchema.safeParse(request.design);
  const price = requestPriceSchema.safeParse(request.design_price);
  return design.success
    ? createDesignContent(title, design.data, price.success ? price.data.full : null)
    : { ...emptyQuoteContent, title: title.slice(0, quoteLimits.title) };
}
