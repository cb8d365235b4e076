import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import type { FileStore } from './files.ts';

/** What the parts of storage work on. */
export type Stores = { database: Database; files: FileStore; logger: Logger };

/** Removes a file that no row points to any more; a failure is left to sweepOrphans. */
export async function discard(
  { files, logger }: Pick<Stores, 'files' | 'logger'>,
  version: string,
): Promise<void> {
  await files
    .remove(version)
    .catch((error) => logger.warn({ error, version }, 'A file that is not needed stays behind'));
}
