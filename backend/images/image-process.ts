import { createJobProcess, type WarmableProcess } from '#backend/job-process.ts';
import type { ImageFormat, ImageJob } from './image-job.ts';

const formats = { avif: true, webp: true, jpeg: true } satisfies Record<ImageFormat, true>;

/** Returns whether the server converts images to this format: avif, webp or jpeg. */
export function isImageFormat(format: string): format is ImageFormat {
  return Object.hasOwn(formats, format);
}

/**
 * Creates a process that runs one image job at a time. Times in milliseconds; the defaults are those of
 * `createJobProcess`.
 */
export const createImageProcess = (
  options: { idleTimeoutMs?: number; timeoutMs?: number } = {},
): WarmableProcess<ImageJob> =>
  createJobProcess<ImageJob>({ worker: new URL('image-worker.ts', import.meta.url), ...options });

/** The image process for everything except visitors' uploads. */
export const imageProcess = createImageProcess();

/** The image process for visitors' uploads. A file that crashes it delays no other image. */
export const visitorImageProcess = createImageProcess();
