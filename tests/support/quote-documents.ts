import type { Logger } from 'pino';
import { createQuoteDocuments } from '#server/documents/quote-documents.ts';
import { createLogger } from '#server/logger.ts';
import type { TestBackend } from './backend.ts';

/** Another website that writes the documents of a backend over HTTP, as on the hosted platform. */
export function createDocumentWriter(
  {
    url,
    publishableKey,
    formSecret,
    writing,
  }: Pick<TestBackend, 'url' | 'publishableKey' | 'formSecret' | 'writing'>,
  {
    secret = formSecret,
    fetch: send = fetch,
    logger = createLogger('silent'),
  }: {
    secret?: string;
    fetch?: typeof fetch;
    logger?: Logger;
  } = {},
) {
  return createQuoteDocuments({
    tables: { url, publishableKey, fetchFor: () => send },
    secret,
    now: Date.now,
    signClient: () => '',
    writing,
    logger,
  });
}
