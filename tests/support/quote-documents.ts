import type { Logger } from 'pino';
import { createDocumentProcess, type DocumentProcess } from '#server/documents/document-process.ts';
import { createQuoteDocuments } from '#server/documents/quote-documents.ts';
import { createLogger } from '#server/logger.ts';

type Writer = {
  url: string;
  publishableKey: string;
  formSecret: string;
  fetch?: typeof fetch;
  logger?: Logger;
  writing?: DocumentProcess;
};

/** A website that writes the documents of a backend over HTTP, as on the hosted platform. */
export function startDocumentWriter({
  url,
  publishableKey,
  formSecret,
  fetch: send = fetch,
  logger = createLogger('silent'),
  writing = createDocumentProcess(),
}: Writer) {
  const documents = createQuoteDocuments({
    tables: { url, publishableKey, fetchFor: () => send },
    secret: formSecret,
    now: Date.now,
    signClient: () => '',
    writing,
    logger,
  });
  return { ...documents, stop: writing.stop };
}
