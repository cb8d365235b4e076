import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { lockFolder } from './folder-lock.ts';
import { overPglite } from './pglite.ts';
import { syncFolder } from './sync-folder.ts';

/** PGlite's own start parameters without `-F` (no fsync), with the settings that make commits last. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=8MB'].flatMap((set) => ['-c', set]),
];

/**
 * Opens the PostgreSQL inside this process on a folder, and makes the folder on the first start.
 * What it acknowledges survives a power cut: see docs/decisions/001-embedded-database.md.
 *
 * @param directory absolute; created with its parents where missing, readable by its owner only
 * @throws FolderInUse where another process holds the folder; Error where the disk does not sync
 */
export async function createEmbeddedDatabase({
  directory,
  logger,
}: {
  directory: string;
  logger: Logger;
}): Promise<Database> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  try {
    if (!existsSync(directory)) await createFolder(directory);
    const { pglite, fileSystem } = await open(directory, logger);
    await proveDurability(pglite, fileSystem);
    return overPglite(pglite, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Makes the folder aside and renames it once it is on disk, so that no half-made one is ever opened. */
async function createFolder(directory: string) {
  const aside = `${directory}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  const pglite = await PGlite.create({ fs: new NodeFS(aside) });
  await pglite.close();
  chmodSync(aside, 0o700);
  syncFolder(aside);
  renameSync(aside, directory);
  syncFolder(directory);
}

async function open(directory: string, logger: Logger) {
  const fileSystem = new DurableFileSystem(directory, (error) => {
    logger.fatal(
      { error },
      'The disk refused to sync the database. Ending, so that nothing unsaved is acknowledged.',
    );
    endProcess();
  });
  const pglite = await PGlite.create({ fs: fileSystem, startParams });
  return { pglite, fileSystem };
}

function endProcess(): never {
  process.abort();
}

async function proveDurability(pglite: PGlite, fileSystem: DurableFileSystem) {
  const { rows } = await pglite.query<{ fsync: string }>('show fsync');
  const before = fileSystem.syncs;
  await pglite.exec(
    'create schema if not exists ridgeline; create table if not exists ridgeline.starts (at timestamptz); delete from ridgeline.starts; insert into ridgeline.starts values (now())',
  );
  if (rows[0]?.fsync === 'on' && fileSystem.syncs > before) return;
  await pglite.close();
  throw new Error(
    'The embedded database does not sync its commits to disk, so it could lose enquiries. ' +
      'It runs only with the exact version of @electric-sql/pglite in package.json.',
  );
}
