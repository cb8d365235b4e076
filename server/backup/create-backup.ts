import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#backend/database/database.ts';
import type { Migration } from '#backend/database/migrate.ts';
import { syncPath } from '#backend/durable-file.ts';
import { FileMissing, type FileStore } from '#backend/storage/files.ts';
import { type ArchiveWriter, type Digest, writeArchive } from './archive.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { type Dump, dumpDatabase, readObjects, type StoredObject } from './dump.ts';
import { countAllRows, formatNumber, type Manifest } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

export type BackupSource = {
  database: Database;
  files: FileStore | undefined;
  sets: Record<string, Migration[]>;
  version: string;
};

export type Backup = {
  path: string;
  size: number;
  seconds: number;
  manifest: Manifest;
  /** Temporary files that could not be deleted. */
  leftovers: string[];
};

const abandonedAfterMs = 24 * 60 * 60 * 1000;
/** The bytes left free for the site, which stops if the disk is full. */
const reservedBytes = 256 * 1024 * 1024;

/**
 * Backs up all rows as of one moment, and the files they reference, while the site runs. The file
 * gets its final name only after it was synced and verified, so a file with that name is complete.
 */
export async function createBackup(
  source: BackupSource,
  directory: string,
  { label = '', signal }: { label?: string; signal?: AbortSignal } = {},
): Promise<Backup> {
  const startedAt = performance.now();
  const createdAt = new Date();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const abandoned = await removeAbandoned(directory);
  await requireFree(directory, 'a backup', await measureBackup(source));
  const name = `ridgeline-backup-${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}${label}.tar.gz`;
  const temp = join(directory, `.${name}.${randomBytes(6).toString('hex')}`);
  const part = `${temp}.part`;
  const script = `${temp}.sql.part`;
  const path = join(directory, name);
  try {
    await writeBackup(source, { part, script, createdAt, signal });
    const manifest = await verifyBackup(part);
    const { size } = await stat(part);
    await rename(part, path);
    syncPath(directory);
    const leftovers = [...abandoned, ...(await removeFiles([script]))];
    return { path, size, seconds: (performance.now() - startedAt) / 1000, manifest, leftovers };
  } catch (error) {
    await removeFiles([part, script]);
    throw toBackupError(error);
  }
}

export function describeBackup({ path, size, seconds, manifest, leftovers }: Backup): string {
  const { files, filesMissing, tablesLeftOut, tables } = manifest;
  const lines = [
    `Backup created: ${path}`,
    `${(size / 1024 / 1024).toFixed(1)} MB, ${countAllRows(tables)} rows, ${files.length} files, ${seconds.toFixed(1)} s. Verified.`,
  ];
  if (filesMissing.length > 0) {
    const names = filesMissing.map(({ bucket, name }) => `${bucket}/${name}`);
    lines.push(`Left out, file not found: ${names.join(', ')}`);
  }
  if (tablesLeftOut.length > 0) {
    lines.push(`Left out, not tables of the site: ${tablesLeftOut.join(', ')}`);
  }
  if (leftovers.length > 0) {
    lines.push(`Temporary files not deleted: ${leftovers.join(', ')}`);
  }
  return lines.join('\n');
}

export function readProgramVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

type TempFiles = { part: string; script: string; createdAt: Date; signal: AbortSignal | undefined };

async function writeBackup(
  source: BackupSource,
  { part, script, createdAt, signal }: TempFiles,
): Promise<void> {
  const archive = writeArchive(part, createdAt);
  try {
    const files = new Map<string, Digest>();
    const addFiles = async (objects: StoredObject[]) =>
      source.files ? addMissing(archive, source.files, files, objects, signal) : [];
    // Most files are copied first, so that few can be replaced between dumping the rows and copying
    // their files.
    await addFiles(await readObjects(source.database.owner));
    const { dump, missing } = await dumpWithFiles(source, addFiles, script, signal);
    const { objects, ...contents } = dump;
    const manifest: Manifest = {
      program: 'ridgeline',
      format: formatNumber,
      version: source.version,
      madeAt: createdAt.toISOString(),
      engine: source.database.engine,
      ...contents,
      database: { path: 'database.sql', ...(await archive.addFile('database.sql', script)) },
      files: objects.flatMap((object) => {
        const digest = files.get(object.key);
        return digest ? [{ ...object, ...digest }] : [];
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

/** Repeats the dump if a file was removed before it was read: the next one no longer references it. */
async function dumpWithFiles(
  { database, sets }: BackupSource,
  addFiles: (objects: StoredObject[]) => Promise<StoredObject[]>,
  script: string,
  signal: AbortSignal | undefined,
): Promise<{ dump: Dump; missing: StoredObject[] }> {
  let missingBefore = new Set<string>();
  for (;;) {
    await rm(script, { force: true });
    const dump = await dumpDatabase(database, sets, script, signal);
    const missing = await addFiles(dump.objects);
    if (missing.every(({ key }) => missingBefore.has(key))) return { dump, missing };
    missingBefore = new Set(missing.map(({ key }) => key));
  }
}

async function addMissing(
  archive: ArchiveWriter,
  store: FileStore,
  added: Map<string, Digest>,
  objects: StoredObject[],
  signal: AbortSignal | undefined,
): Promise<StoredObject[]> {
  const missing: StoredObject[] = [];
  for (const object of objects.filter(({ key }) => !added.has(key))) {
    signal?.throwIfAborted();
    try {
      const bytes = await buffer(await store.read(object.key));
      added.set(object.key, await archive.addBytes(`storage/${object.key}`, bytes));
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(object);
    }
  }
  return missing;
}

/** Removes the temporary files that a killed process left behind, and returns those it couldn't remove. */
async function removeAbandoned(directory: string): Promise<string[]> {
  const abandoned: string[] = [];
  for (const name of await readdir(directory)) {
    if (!/^\.ridgeline-backup-.*\.part$/.test(name)) continue;
    const path = join(directory, name);
    // Another process may have removed it by now.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) abandoned.push(path);
  }
  return removeFiles(abandoned);
}

/** Removes files and returns those it couldn't remove. Leftover files don't invalidate a backup. */
async function removeFiles(paths: string[]): Promise<string[]> {
  const removals = await Promise.allSettled(paths.map((path) => rm(path, { force: true })));
  return paths.filter((_, index) => removals[index]?.status === 'rejected');
}

/** Returns the most bytes that a backup takes: the files, and the rows twice, as a script and in the archive. */
export async function measureBackup({ database, files }: BackupSource): Promise<number> {
  const { rows } = await sql<{ rowBytes: string; fileBytes: string }>`
    select (select coalesce(sum(pg_table_size(class.oid)), 0)::text from pg_class as class
        join pg_namespace as space on space.oid = relnamespace
        where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema') as "rowBytes",
      (select coalesce(sum((metadata ->> 'size')::bigint), 0)::text from storage.objects) as "fileBytes"`.execute(
    database.owner,
  );
  const { rowBytes = 0, fileBytes = 0 } = rows[0] ?? {};
  return 2 * Number(rowBytes) + (files ? Number(fileBytes) : 0);
}

/**
 * Requires that a folder's disk has room for some bytes, and for the site.
 *
 * @throws BackupError that says what is missing
 */
export async function requireFree(directory: string, what: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= needed + reservedBytes) return;
  const [takes, stays, left] = [needed, reservedBytes, free].map(
    (bytes) => `${Math.ceil(bytes / 1024 / 1024)} MB`,
  );
  throw new BackupError(
    `Not enough space in ${directory}: ${what} takes up to ${takes}, ` +
      `the site needs ${stays} free, and ${left} is left.`,
  );
}
