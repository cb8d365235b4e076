import { UploadError, uploadInspirationImage } from '#app/features/images/images.ts';
import type { Client } from '#app/lib/client.ts';
import type { Log } from '#app/site/request-context.ts';
import {
  explainRejectedUpload,
  explainTooManyImages,
  formatUploadError,
  uploadTimedOut,
} from '../quote-request-form.ts';

/**
 * How long a form's images may take together, in milliseconds. The request is stored without the others, which the
 * page names. A page with scripts waits for 30 s, and has uploaded most images before: two of the slowest HEICs. A
 * form without scripts brings all of its images, and proxies wait for 60 s: five of them.
 */
export const maxImagesMs = { withScripts: 20_000, withoutScripts: 45_000 } as const;

type Services = {
  client: Client;
  log: Log;
  /** How many images can be attached. */
  max: number;
  imagesTimeoutMs: number;
};

/**
 * Stores the images of a form one by one, to keep few in memory.
 *
 * @param files the values of its file field
 * @param paths of the images that are stored already
 * @returns the paths of all, and messages about those that could not be stored
 */
export async function storeImages(
  files: FormDataEntryValue[],
  paths: string[],
  { client, log, max, imagesTimeoutMs }: Services,
): Promise<{ images: string[]; notices: string[] }> {
  const images = [...paths];
  const notices = new Set<string>();
  const addNotices = (name: string, reason: string | undefined) => {
    for (const notice of formatUploadError(name, reason)) notices.add(notice);
  };
  const timeout = AbortSignal.timeout(imagesTimeoutMs);
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  timedOut.catch(() => undefined);
  timeout.addEventListener('abort', () => reject(new UploadError(uploadTimedOut)));
  for (const file of files) {
    // An empty file field sends a file without a name.
    if (typeof file === 'string' || file.name === '') continue;
    const rejection = images.length < max ? explainRejectedUpload(file) : explainTooManyImages(max);
    if (rejection) {
      addNotices(file.name, rejection);
      continue;
    }
    try {
      // An image that is stored after the timeout is deleted as unreferenced.
      const upload = timeout.aborted ? timedOut : uploadInspirationImage(client, file);
      images.push(await Promise.race([upload, timedOut]));
    } catch (error) {
      log.error({ err: error }, 'Inspiration image upload failed');
      const reason = error instanceof UploadError ? error.message : undefined;
      addNotices(file.name, reason);
    }
  }
  return { images, notices: [...notices] };
}
