import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { QuoteJob } from './quote-job.ts';
import { renderQuote } from './quote-pdf.ts';
import { type DocumentFacts, renderCutList, renderShopDrawings } from './shop-documents.ts';

export type DocumentType = 'shop-drawings' | 'cut-list';
export type DocumentJob =
  | { type: DocumentType; design: ShedDesign; facts: DocumentFacts }
  | { type: 'quote'; quote: QuoteJob; photos?: readonly Uint8Array[] };

export function renderDocument(job: DocumentJob): Promise<Buffer> {
  if (job.type === 'quote') return renderQuote(job.quote, job.photos);
  const { type, design, facts } = job;
  return type === 'shop-drawings'
    ? renderShopDrawings(design, facts)
    : renderCutList(design, facts);
}
