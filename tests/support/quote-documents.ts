import type { Logger } from 'pino';
import { createQuoteDocuments } from '#server/documents/quote-documents.ts';
import { createLogger } from '#server/logger.ts';
import type { TestBackend } from './backend.ts';

/** Another process of the website that writes the documents of a backend. */
export function createDocumentWriter(
  {
    url,
    publishableKey,
    secrets,
    writing,
    fetchAsWebsite,
  }: Pick<TestBackend, 'url' | 'publishableKey' | 'secrets' | 'writing' | 'fetchAsWebsite'>,
  {
    secret = secrets.documents,
    fetch: send = fetchAsWebsite,
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
