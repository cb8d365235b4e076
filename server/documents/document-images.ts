import type { Logger } from 'pino';
import { encodePath } from '#app/lib/image-url.ts';
import type { ImageTask } from '#backend/images/image-job.ts';
import { imageProcess } from '#backend/images/image-process.ts';
import { JobError } from '#backend/job-process.ts';
import type { TableAccess } from '../website.ts';

/** The status for a missing object; Supabase Storage answers 400. */
const missingStatuses: ReadonlySet<number> = new Set([400, 404]);
const photoTask = { type: 'convert', width: 720, format: 'jpeg' } as const;
const logoTask = { type: 'logo', shape: 'letterhead' } as const;

/** Reads images of the bucket as documents print them; undefined if one was removed or can't be decoded. */
export type DocumentImages = Record<
  'readPhoto' | 'readLogo',
  /**
   * @param isLastTry leaves out an image that might be readable later
   * @throws Error unless it is the last try
   */
  (path: string, isLastTry: boolean) => Promise<Uint8Array | undefined>
>;

export function createDocumentImages({
  tables,
  logger,
}: {
  tables: TableAccess;
  logger: Logger;
}): DocumentImages {
  const readImage = async (path: string, task: ImageTask, isLastTry: boolean) => {
    const url = `${tables.url}/storage/v1/object/public/images/${encodePath(path)}`;
    try {
      const response = await tables.fetchFor('')(url);
      if (missingStatuses.has(response.status)) return undefined;
      if (!response.ok) throw new Error(`Storage request failed with ${response.status}`);
      const source = new Uint8Array(await response.arrayBuffer());
      return await imageProcess.run({ ...task, source });
    } catch (error) {
      if (!isLastTry && !(error instanceof JobError)) throw error;
      logger.warn({ error, path }, 'Document image failed, image left out');
      return undefined;
    }
  };
  return {
    readPhoto: (path, isLastTry) => readImage(path, photoTask, isLastTry),
    readLogo: (path, isLastTry) => readImage(path, logoTask, isLastTry),
  };
}
