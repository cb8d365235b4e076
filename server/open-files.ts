import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createDiskFiles, type FileStore, sweepOrphans } from '#backend/storage/files.ts';
import { openS3Files } from '#backend/storage/s3-files.ts';
import type { Settings } from './settings.ts';

/** Younger files may belong to an upload in progress. */
const minOrphanAgeMs = 60 * 60 * 1000;

const closeTimeoutMs = 2000;

type OpenFiles = {
  files: FileStore;
  sweep: (database: Database, logger: Logger) => Promise<void>;
  close: () => Promise<void>;
};

export async function openFiles(
  settings: Pick<Settings, 's3' | 'dataDirectory'>,
): Promise<OpenFiles> {
  if (!settings.s3) {
    const { files, waitForWrites } = trackWrites(
      createDiskFiles(join(settings.dataDirectory, 'storage')),
    );
    return { files, sweep: createSweep(files, async () => true), close: waitForWrites };
  }
  const files = await openS3Files(settings.s3, join(settings.dataDirectory, 'uploads'));
  const isOurs = async (database: Database) => files.belongsTo(await readIdentity(database));
  return { files, sweep: createSweep(files, isOurs), close: async () => files.close() };
}

function trackWrites(store: FileStore): { files: FileStore; waitForWrites: () => Promise<void> } {
  const pending = new Set<Promise<unknown>>();
  const write: FileStore['write'] = (...args) => {
    const written = store.write(...args);
    pending.add(written);
    const remove = () => pending.delete(written);
    written.then(remove, remove);
    return written;
  };
  return {
    files: { ...store, write },
    waitForWrites: async () => {
      const timeout = sleep(closeTimeoutMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(pending), timeout]);
    },
  };
}

function createSweep(files: FileStore, isOurs: (database: Database) => Promise<boolean>) {
  return async (database: Database, logger: Logger) => {
    try {
      if (!(await isOurs(database))) {
        logger.warn('Bucket belongs to another database, orphaned file deletion skipped');
        return;
      }
      const removed = await sweepOrphans(database, files, minOrphanAgeMs);
      if (removed > 0) logger.info({ removed }, 'Orphaned files deleted');
    } catch (error) {
      logger.error({ error }, 'Orphaned file search failed');
    }
  };
}

/** Each copy restored from a dump has another one. */
async function readIdentity(database: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select format('%s/%s', system_identifier, (select oid from pg_database where datname = current_database())) as identity
    from pg_control_system()
  `.execute(database.owner);
  return rows[0]?.identity ?? '';
}
