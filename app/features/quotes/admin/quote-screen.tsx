import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { readHst } from '#app/features/business/tax-settings.ts';
import { readColorCard } from '#app/features/designer/color-card.ts';
import { parseStoredDesign } from '#app/features/designer/stored-design.ts';
import type { Client } from '#app/lib/client.ts';
import { readRow } from '#app/lib/crud.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { isUuid } from '#app/lib/validators.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { emptyQuoteContent, type QuoteContent } from '../quote-content.ts';
import { defaultQuoteSettings, readQuoteSettings } from '../quote-settings.ts';
import {
  createMessageStart,
  createRequestStart,
  findRequestFromMessage,
  listQuoteTemplates,
  type QuoteStart,
  toQuoteDesign,
  withQuoteDefaults,
} from '../quote-start.ts';
import { type Quote, type QuoteDraft, readQuote } from '../quotes.ts';
import { type EditorStart, QuoteEditor } from './quote-editor.tsx';
import { SentQuote } from './sent-quote.tsx';

export default function QuoteEditorScreen() {
  const client = useAdminClient();
  const { quoteId = 'new' } = useParams();
  const [params] = useSearchParams();
  // A new key resets the form to the stored quote.
  const [formKey, setFormKey] = useState(0);
  const query = useQuery({
    queryKey: ['quotes', 'editor', quoteId, params.toString(), formKey],
    queryFn: () => readStart(client, quoteId, params),
    ...formQueryOptions,
  });
  return (
    <ListStates entityPlural="quote" loading="Loading the quote" shape="form" query={query}>
      {(read) =>
        read === null ? (
          <NoQuote />
        ) : read.quote && isShownAsSent(read.quote, params) ? (
          <SentQuote key={quoteId} quote={read.quote} />
        ) : (
          <QuoteEditor
            key={`${quoteId} ${params} ${formKey}`}
            {...read}
            onReload={() => setFormKey((key) => key + 1)}
          />
        )
      }
    </ListStates>
  );
}

/** The form of a sent quote is at `?edit=1`; a closed quote has no form. */
function isShownAsSent({ version, state, erased_at }: Quote, params: URLSearchParams): boolean {
  return version > 0 && (!params.has('edit') || state === 'withdrawn' || erased_at !== null);
}

function NoQuote() {
  return (
    <>
      <PageHeader title="Quote not found" />
      <p className="my-4">This quote doesn't exist. It may have been a draft that was deleted.</p>
      <Link to="/admin/quote-builder" className={buttonClass('secondary')}>
        All quotes
      </Link>
    </>
  );
}

async function readStart(client: Client, quoteId: string, params: URLSearchParams) {
  const [stored, taxes] = await Promise.all([readQuoteSettings(client), readHst(client)]);
  const settings = stored ?? defaultQuoteSettings;
  const hst = taxes ?? emptyQuoteContent.hst;
  const complete = (content: QuoteContent) =>
    withQuoteDefaults(content, settings, hst, toIsoDay(new Date()));
  if (quoteId !== 'new') {
    const quote = isUuid(quoteId) ? await readQuote(client, quoteId) : null;
    if (!quote) return null;
    const requested = await readRequestedDesign(client, quote.quote_request_id);
    const start: EditorStart = { draft: quote, unpriced: [], requested, complete };
    return { quote, hst, start };
  }
  const { customer, content, unpriced } = await readSource(client, params);
  const draft = { ...customer, content: complete(content) };
  const start: EditorStart = { draft, unpriced, requested: content, complete };
  return { quote: null, hst, start };
}

async function readRequestedDesign(client: Client, requestId: string | null) {
  const [request, card] = await Promise.all([
    requestId ? readRow(client, 'quote_requests', requestId) : null,
    readColorCard(client),
  ]);
  const stored = parseStoredDesign(request?.design);
  return stored ? toQuoteDesign(stored.design, card) : { design: null };
}

const unknownCustomer = {
  quote_request_id: null,
  customer_name: '',
  customer_email: null,
  customer_phone: null,
  customer_address: null,
};

type Source = QuoteStart & { customer: Omit<QuoteDraft, 'content'> };

async function readSource(client: Client, params: URLSearchParams): Promise<Source> {
  const names = ['request', 'message', 'quote', 'template'];
  const [requestId, messageId, quoteId, templateId] = names.map((name) => {
    const id = params.get(name);
    return id && isUuid(id) ? id : null;
  });
  const [request, message, copied, templates] = await Promise.all([
    requestId ? readRow(client, 'quote_requests', requestId) : null,
    messageId ? readRow(client, 'contact_submissions', messageId) : null,
    quoteId ? readQuote(client, quoteId) : null,
    templateId ? listQuoteTemplates(client) : [],
  ]);
  if (request) {
    const customer = {
      ...unknownCustomer,
      quote_request_id: request.id,
      customer_name: request.customer_name,
      customer_email: request.email,
      customer_phone: request.phone,
    };
    return { customer, ...createRequestStart(request, await readColorCard(client)) };
  }
  if (message) {
    const customer = {
      ...unknownCustomer,
      quote_request_id: await findRequestFromMessage(client, message),
      customer_name: message.name,
      customer_email: message.email,
      customer_phone: message.phone,
    };
    return { customer, ...createMessageStart(message) };
  }
  if (copied) return { customer: pickCustomer(copied), content: copied.content, unpriced: [] };
  const template = templates.find(({ id }) => id === templateId);
  return {
    customer: unknownCustomer,
    content: template?.content ?? emptyQuoteContent,
    unpriced: [],
  };
}

function pickCustomer(quote: Quote): Omit<QuoteDraft, 'content'> {
  const { quote_request_id, customer_name, customer_email, customer_phone, customer_address } =
    quote;
  return { quote_request_id, customer_name, customer_email, customer_phone, customer_address };
}
