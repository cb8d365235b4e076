import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { renderCutList } from './cut-list.ts';
import type { QuoteJob } from './quote-job.ts';
import { renderQuote } from './quote-pdf.ts';
import { renderShopDrawings } from './shop-drawings.ts';

export type DocumentFacts = {
  business: string;
  /** Why the design needs an engineer; empty within the range that the owner approved. */
  engineer: readonly string[];
  /** What is missing to say so: limits of the owner, the climate. */
  missingLimits: readonly string[];
  /** How the shop frames. */
  framing: FramingDefaults;
  /** How the request's design was changed so that it can be built. */
  changes: readonly string[];
  request?: { number: string; customer: string; createdAt: string } | undefined;
};

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
