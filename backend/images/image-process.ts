import { createJobProcess, type WarmableProcess } from '#backend/job-process.ts';
import type { ImageJob } from './image-job.ts';

const formats = ['avif', 'webp', 'jpeg'] as const;

/** The formats of the website's images. */
export type ImageFormat = (typeof formats)[number];

export function isImageFormat(format: string): format is ImageFormat {
  return formats.some((known) => known === format);
}

export const createImageProcess = (
  options: { idleTimeoutMs?: number; timeoutMs?: number } = {},
): WarmableProcess<ImageJob> =>
  createJobProcess<ImageJob>({ worker: new URL('image-worker.ts', import.meta.url), ...options });

/** The one that the whole process shares. */
export const imageProcess = createImageProcess();

/** Another one for visitors' uploads: a file that crashes it delays no other image. */
export const visitorImageProcess = createImageProcess();
