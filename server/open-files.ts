import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createDiskFiles, type FileStore, sweepOrphans } from '#backend/storage/files.ts';
import { openS3Files } from '#backend/storage/s3-files.ts';
import type { Settings } from './settings.ts';

/** Files younger than this may belong to an upload under way; milliseconds. */
const orphanAge = 60 * 60 * 1000;

/** How long cut-off uploads may take to remove what they have written, in milliseconds. */
const closeTimeoutMs = 2000;

/** The store of pictures that the settings name, and what belongs to its keeping. */
export type OpenFiles = {
  files: FileStore;
  /** Frees what uploads that were cut off have left behind; resolves once that is done or given up. */
  sweep: (database: Database, logger: Logger) => Promise<void>;
  /** Resolves once no file is half-written, or after two seconds. */
  close: () => Promise<void>;
};

/** Opens the store of pictures that the settings name. It may be away: that is told when it is used. */
export async function openFiles(
  settings: Pick<Settings, 's3' | 'dataDirectory'>,
): Promise<OpenFiles> {
  if (!settings.s3) {
    const { files, settle } = trackWrites(createDiskFiles(join(settings.dataDirectory, 'storage')));
    return { files, sweep: sweeping(files, async () => true), close: settle };
  }
  const files = await openS3Files(settings.s3, join(settings.dataDirectory, 'uploads'));
  const isOurs = async (database: Database) => files.belongsTo(await identityOf(database));
  return { files, sweep: sweeping(files, isOurs), close: async () => files.close() };
}

/** A process that ends during a write would leave the half of a file behind. */
function trackWrites(store: FileStore): { files: FileStore; settle: () => Promise<void> } {
  const pending = new Set<Promise<unknown>>();
  const write: FileStore['write'] = (...args) => {
    const written = store.write(...args);
    pending.add(written);
    const forget = () => pending.delete(written);
    written.then(forget, forget);
    return written;
  };
  return {
    files: { ...store, write },
    settle: async () => {
      const timeout = sleep(closeTimeoutMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(pending), timeout]);
    },
  };
}

function sweeping(files: FileStore, isOurs: (database: Database) => Promise<boolean>) {
  return async (database: Database, logger: Logger) => {
    try {
      if (!(await isOurs(database))) {
        logger.warn(
          'The bucket is marked as that of another database: files without an entry are not removed from it',
        );
        return;
      }
      const removed = await sweepOrphans(database, files, orphanAge);
      if (removed > 0) logger.info({ removed }, 'Files without an entry removed');
    } catch (error) {
      logger.error({ error }, 'Files without an entry could not be looked for');
    }
  };
}

/** Tells this database from every other one, and from its copies that were restored from a dump. */
async function identityOf(database: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select format('%s/%s', system_identifier, (select oid from pg_database where datname = current_database())) as identity
    from pg_control_system()
  `.execute(database.owner);
  return rows[0]?.identity ?? '';
}
