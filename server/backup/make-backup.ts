import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Database } from '#backend/database/database.ts';
import type { Migration } from '#backend/database/migrate.ts';
import { syncPath } from '#backend/disk/sync-folder.ts';
import { FileMissing, type FileStore } from '#backend/storage/files.ts';
import { asBackupError } from './backup-error.ts';
import { type Dump, dumpDatabase, type StoredObject } from './dump.ts';
import { formatNumber, type Manifest } from './manifest.ts';
import { requireSpace } from './require-space.ts';
import { writeTextFile } from './text-writer.ts';
import { verifyBackup } from './verify-backup.ts';
import { type ArchiveWriter, type Written, writeArchive } from './write-archive.ts';

/** What a backup is made of. */
export type BackupSource = {
  database: Database;
  files: FileStore;
  /** This program's migrations. */
  sets: Record<string, Migration[]>;
  /** This program's version. */
  version: string;
};

/** A backup that is on disk, complete and read back. */
export type MadeBackup = { path: string; size: number; seconds: number; manifest: Manifest };

/** Age in milliseconds at which what a process that ended in the middle has left is removed. */
const abandonedAfter = 24 * 60 * 60 * 1000;

/**
 * Makes a backup while the site runs: all rows as they stand at one moment, and the stored files
 * that they name. It is written aside, synced and read back before it gets its name, so that a file
 * with such a name is a whole backup.
 *
 * @param directory made where missing, readable by its owner only
 * @param label goes into the name: ridgeline-backup-{time}{label}.tar.gz
 * @param signal gives it up; nothing of it stays
 * @throws BackupError, or the system's error where the disk refuses
 */
export async function makeBackup(
  source: BackupSource,
  directory: string,
  { label = '', signal }: { label?: string; signal?: AbortSignal } = {},
): Promise<MadeBackup> {
  const begun = performance.now();
  const madeAt = new Date();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeAbandoned(directory);
  await requireSpace(source, directory);
  const name = `ridgeline-backup-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}${label}.tar.gz`;
  const aside = join(directory, `.${name}.${randomBytes(6).toString('hex')}`);
  const part = `${aside}.part`;
  const script = `${aside}.sql.part`;
  try {
    await writeAside(source, { part, script, madeAt, signal });
    const manifest = await verifyBackup(part);
    const path = join(directory, name);
    await rename(part, path);
    syncPath(directory);
    const seconds = (performance.now() - begun) / 1000;
    return { path, size: (await stat(path)).size, seconds, manifest };
  } catch (error) {
    throw asBackupError(error);
  } finally {
    await rm(part, { force: true });
    await rm(script, { force: true });
  }
}

type Aside = { part: string; script: string; madeAt: Date; signal: AbortSignal | undefined };

async function writeAside(source: BackupSource, { part, script, madeAt, signal }: Aside) {
  const archive = writeArchive(part, madeAt);
  try {
    const files = new Map<string, Written>();
    // Most files first, so that few are left to be replaced between the rows and their files.
    const add = filesAdder(archive, source.files, files, signal);
    await add(await currentObjects(source.database));
    const { dump, missing } = await dumpWithFiles(source, add, script, signal);
    const manifest: Manifest = {
      program: 'ridgeline',
      format: formatNumber,
      version: source.version,
      madeAt: madeAt.toISOString(),
      engine: source.database.engine,
      ...withoutObjects(dump),
      database: { path: 'database.sql', ...(await archive.addFile('database.sql', script)) },
      files: dump.objects.flatMap((object) => {
        const written = files.get(object.key);
        return written ? [{ ...object, ...written }] : [];
      }),
      filesMissing: missing.map(({ bucket, name }) => ({ bucket, name })),
    };
    await archive.addBytes('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await archive.finish();
  } catch (error) {
    await archive.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/**
 * Dumps the database, and once more where a file was replaced or removed before it was read: the
 * next dump does not name it any more. One that is missing twice is lost.
 */
async function dumpWithFiles(
  { database, sets }: BackupSource,
  add: AddFiles,
  script: string,
  signal: AbortSignal | undefined,
): Promise<{ dump: Dump; missing: StoredObject[] }> {
  let missingBefore = new Set<string>();
  for (;;) {
    await rm(script, { force: true });
    const dump = await writeTextFile(script, (write) =>
      dumpDatabase(database, sets, (text) => {
        signal?.throwIfAborted();
        return write(text);
      }),
    );
    const missing = await add(dump.objects);
    if (missing.every(({ key }) => missingBefore.has(key))) return { dump, missing };
    missingBefore = new Set(missing.map(({ key }) => key));
  }
}

/** Adds the files that are not in the archive yet; resolves to those that are not to be found. */
type AddFiles = (objects: StoredObject[]) => Promise<StoredObject[]>;

function filesAdder(
  archive: ArchiveWriter,
  store: FileStore,
  files: Map<string, Written>,
  signal: AbortSignal | undefined,
): AddFiles {
  return async (objects) => {
    const missing: StoredObject[] = [];
    for (const object of objects.filter(({ key }) => !files.has(key))) {
      signal?.throwIfAborted();
      try {
        const bytes = await buffer(await store.read(object.key));
        files.set(object.key, await archive.addBytes(`storage/${object.key}`, bytes));
      } catch (error) {
        if (!(error instanceof FileMissing)) throw error;
        missing.push(object);
      }
    }
    return missing;
  };
}

function currentObjects(database: Database): Promise<StoredObject[]> {
  return database.owner
    .selectFrom('storage.objects')
    .select(['version as key', 'bucket_id as bucket', 'name'])
    .execute();
}

function withoutObjects({ objects: _, ...rest }: Dump): Omit<Dump, 'objects'> {
  return rest;
}

async function removeAbandoned(directory: string) {
  for (const name of await readdir(directory)) {
    if (!/^\.ridgeline-backup-.*\.part$/.test(name)) continue;
    const path = join(directory, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { force: true });
  }
}
