import { accessSync, constants, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toFileStartError } from '#backend/disk/file-start-error.ts';
import { StartError } from '#backend/start-error.ts';
import { DatabaseLost } from './engine.ts';
import { isDiskFull } from './unavailable.ts';

/** A new database takes 40 MB, and PostgreSQL's log grows by 16 MB at once. */
const minFreeBytes = 64 * 1024 * 1024;
/** https://github.com/postgres/postgres/blob/REL_17_STABLE/src/include/catalog/pg_control.h */
const controlFileSize = 8192;
const sqliteNotADatabase = 26;

const restore =
  'Restore a backup into an empty DATA_DIR (npm run restore), or put the whole folder back from a copy.';

/**
 * Rejects a folder that holds files but no PG_VERSION: PGlite would make a new, empty database in it.
 *
 * @throws StartError
 */
export function requireWholeFolder(directory: string): void {
  const names = readNames(directory);
  if (names.length === 0 || names.includes('PG_VERSION')) return;
  throw new StartError(
    `The database folder ${directory} is damaged: ${join(directory, 'PG_VERSION')} is missing. ${restore}`,
  );
}

/**
 * Turns what the embedded database threw at its start into a sentence for the operator. PGlite says
 * nothing but that PostgreSQL has ended, so the disk and the folder are examined.
 */
export function toEmbeddedStartError(error: unknown, directory: string): unknown {
  if (error instanceof StartError || isVersionError(error)) return error;
  if (error instanceof Error && 'errcode' in error && error.errcode === sqliteNotADatabase) {
    return new StartError(
      `The lock file ${directory}.lock is damaged. Remove it, then start again.`,
      { cause: error },
    );
  }
  const known = toFileStartError(error, directory);
  if (known instanceof StartError) return known;
  const found = findDiskError(error, directory);
  if (found) return found;
  const sentence = `The database folder ${directory} could not be opened: ${describeDamage(directory)} ${restore}`;
  return new StartError(sentence, { cause: error });
}

/** The same for what migrating it threw: only the disk is examined, and an error of a migration is returned as it is. */
export function toEmbeddedMigrationError(error: unknown, directory: string): unknown {
  const mayBeDisk = isDiskFull(error) || error instanceof DatabaseLost;
  return (mayBeDisk && findDiskError(error, directory)) || error;
}

/** A PGlite that does not sync, for which open-folder.ts has a sentence of its own. */
function isVersionError(error: unknown): boolean {
  return error instanceof Error && error.message.includes('@electric-sql/pglite in package.json');
}

function findDiskError(error: unknown, directory: string): StartError | undefined {
  const parent = dirname(directory);
  const fail = (code: string) =>
    toFileStartError(
      Object.assign(new Error('', { cause: error }), { code, path: parent }),
    ) as StartError;
  if (isDiskFull(error)) return fail('ENOSPC');
  try {
    accessSync(parent, constants.W_OK);
    const { bavail, bsize } = statfsSync(parent);
    return bavail * bsize < minFreeBytes ? fail('ENOSPC') : undefined;
  } catch (denied) {
    const known = toFileStartError(denied);
    return known instanceof StartError ? known : undefined;
  }
}

function describeDamage(directory: string): string {
  const path = join(directory, 'global', 'pg_control');
  try {
    const control = readFileSync(path);
    if (control.length !== controlFileSize) return `${path} has a wrong size, so it is damaged.`;
    // It begins with the identifier of the database, which is never 0.
    if (control.readBigUInt64LE(0) === 0n) return `${path} is damaged, it begins with zeros.`;
    return 'its files are damaged, or belong to another version of PostgreSQL.';
  } catch {
    return `${path} is missing or can't be read.`;
  }
}

function readNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
