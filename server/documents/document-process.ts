import { createImageProcess, type ImageProcess } from '#backend/images/image-process.ts';
import type { DocumentJob } from './document-job.ts';

const writeTimeoutMs = 20_000;
const idleTimeoutMs = 30_000;

export type DocumentProcess = ImageProcess<DocumentJob>;

/** The process that writes PDFs; it ends when it is idle. */
export const createDocumentProcess = (): DocumentProcess =>
  createImageProcess<DocumentJob>({
    worker: new URL('document-worker.ts', import.meta.url),
    timeoutMs: writeTimeoutMs,
    idleTimeoutMs,
  });
