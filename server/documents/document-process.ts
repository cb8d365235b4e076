import { quoteDocumentSchema } from '#app/features/quotes/customer-quote.ts';
import { quoteSelectionSchema } from '#app/features/quotes/quote-content.ts';
import { z } from '#app/lib/zod.ts';
import { createJobProcess, type WarmableProcess } from '#backend/job-process.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { DocumentFacts } from './shop-documents.ts';

/** The evidence log's record of an acceptance (private.describe_acceptance). */
const acceptanceSchema = z.object({
  version: z.int(),
  channel: z.enum(['online', 'phone']),
  selection: quoteSelectionSchema,
  /** UTC with microseconds, by the database's clock. */
  at: z.string(),
  /** In Toronto, such as 2026-11-23 10:15:00. */
  local: z.string(),
  total: z.int(),
  openedAt: z.string().nullable(),
  reviewAt: z.string().nullable(),
  reviewHash: z.string().nullable(),
  note: z.string().nullable(),
  /** The source of the IP: the website, which signed it, or the request itself. */
  source: z.enum(['website', 'request']).nullable(),
  documentSha256: z.string(),
  /** The hash of the offer's PDF; null if it wasn't written before the acceptance. */
  pdfSha256: z.string().nullable(),
  agreementSha256: z.string(),
  consent: z.string(),
  previousHash: z.string(),
  hash: z.string(),
  personal: z.object({
    name: z.string().optional(),
    email: z.string().optional(),
    ip: z.string().optional(),
    userAgent: z.string().optional(),
    mailResponse: z.string().optional(),
  }),
});

export type AcceptanceRecord = z.output<typeof acceptanceSchema>;

/** The data of a version's PDF: as offered, as accepted, or as the adjustment of an accepted estimate. */
export const quoteJobSchema = z.object({
  document: quoteDocumentSchema,
  documentSha256: z.string(),
  customer: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    /** Empty for a customer without a link, who answers on paper or by phone. */
    email: z.string(),
  }),
  acceptance: acceptanceSchema.nullable(),
  /** The acceptance of the estimate that this version adjusts. */
  adjusted: acceptanceSchema.nullable(),
});

export type QuoteJob = z.output<typeof quoteJobSchema>;

/** The seller's branding: a colour such as #2f5d3a, and the logo as PNG without transparency. */
export type DocumentLook = { accent?: string | undefined; logo?: Uint8Array | undefined };

export type DocumentType = 'shop-drawings' | 'cut-list';
export type DocumentJob =
  | { type: DocumentType; design: ShedDesign; facts: DocumentFacts; logo?: Uint8Array | undefined }
  | { type: 'quote'; quote: QuoteJob; photos?: readonly Uint8Array[]; look?: DocumentLook };

const writeTimeoutMs = 20_000;
const idleTimeoutMs = 30_000;
/** Makes V8 collect garbage earlier: 55 MB instead of 190 after a hundred documents. */
const nodeOptions = ['--optimize-for-size'];

export type DocumentProcess = WarmableProcess<DocumentJob>;

export const createDocumentProcess = (): DocumentProcess =>
  createJobProcess<DocumentJob>({
    worker: new URL('document-worker.ts', import.meta.url),
    timeoutMs: writeTimeoutMs,
    idleTimeoutMs,
    nodeOptions,
  });
