import { createJobProcess, type WarmableProcess } from '#backend/job-process.ts';
import type { ImageFormat, ImageJob } from './image-job.ts';

const formats = { avif: true, webp: true, jpeg: true } satisfies Record<ImageFormat, true>;

export function isImageFormat(format: string): format is ImageFormat {
  return Object.hasOwn(formats, format);
}

export const createImageProcess = (
  options: { idleTimeoutMs?: number; timeoutMs?: number } = {},
): WarmableProcess<ImageJob> =>
  createJobProcess<ImageJob>({ worker: new URL('image-worker.ts', import.meta.url), ...options });

/** The image process for everything except visitors' uploads. */
export const imageProcess = createImageProcess();

/** The image process for visitors' uploads. A file that crashes it delays no other image. */
export const visitorImageProcess = createImageProcess();
