import { serveJobs } from '#backend/serve-jobs.ts';
import type { DocumentJob } from './document-process.ts';
import { renderQuote } from './quote-pdf.ts';
import { renderCutList, renderShopDrawings } from './shop-documents.ts';

// The process that writes documents, started by document-process.ts.

serveJobs(renderDocument);

function renderDocument(job: DocumentJob): Promise<Buffer> {
  if (job.type === 'quote') return renderQuote(job.quote, job.photos, job.look);
  const { type, design, facts, logo } = job;
  return type === 'shop-drawings'
    ? renderShopDrawings(design, facts, logo)
    : renderCutList(design, facts, logo);
}
