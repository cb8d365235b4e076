import type { Logger } from 'pino';
import { createDocumentProcess, type DocumentJob } from '#server/documents/document-process.ts';
import { createQuoteDocuments } from '#server/documents/quote-documents.ts';
import { createLogger } from '#server/logger.ts';
import type { TestBackend } from './backend.ts';

/**
 * Writes files of what a PDF would show, for tests of what happens to documents; rendering one takes a
 * hundred times as long. With `isReal` it writes PDFs.
 */
export function createQuickDocuments() {
  const real = createDocumentProcess();
  const documents = {
    ...real,
    isReal: false,
    run: async (job: DocumentJob) => {
      if (documents.isReal || job.type !== 'quote') return real.run(job);
      const facts = { ...job.quote, photos: job.photos?.length ?? 0 };
      return Buffer.from(`%PDF-1.7\n${JSON.stringify(facts)}`);
    },
    warm: () => {},
  };
  return documents;
}

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
    secrets: { documents: secret },
    now: Date.now,
    signClient: () => '',
    writing,
    logger,
  });
}
