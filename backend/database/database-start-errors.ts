import { accessSync, constants, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError, toFileStartError } from '#backend/start-error.ts';
import {
  type Database,
  DatabaseLost,
  isDatabaseError,
  isDiskFull,
  isUnavailable,
} from './database.ts';

/** data_corrupted and index_corrupted, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const damageCodes = new Set(['XX001', 'XX002']);

/** Explains PostgreSQL's report of damaged data to the operator. Other errors are returned unchanged. */
export function toDamageStartError(error: unknown): unknown {
  if (!isDatabaseError(error) || !damageCodes.has(error.code)) return error;
  return new StartError(
    `The database is damaged (${error.message}). Keep its files for analysis, check the disk, and restore a backup into an empty DATA_DIR or database (npm run restore).`,
    { cause: error },
  );
}

/** The oldest PostgreSQL that the migrations run on, as server_version_num counts. */
const minVersion = 150_000;

/** @throws StartError if the server is older than PostgreSQL 15 */
export async function requireSupportedVersion(database: Pick<Database, 'session'>): Promise<void> {
  const [row] = await database.session((session) =>
    session.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::integer as number,
        current_setting('server_version') as version`,
    ),
  );
  if (row && row.number < minVersion) {
    throw new StartError(
      `The server in DATABASE_URL runs PostgreSQL ${row.version}, but 15 or newer is required. Upgrade it, or use another one.`,
    );
  }
}

/** Explains a connection or migration error to the operator, without the password. */
export function toServerStartError(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const explained = (sentence: string) => new StartError(sentence, { cause: error });
  const { host, pathname, searchParams } = new URL(url);
  const server = searchParams.get('host') ?? host;
  if (code === '28P01' || code === '28000' || /password must be a string/.test(error.message)) {
    return explained(
      `The database server ${server} rejected the user and password in DATABASE_URL (${error.message}). Check both.`,
    );
  }
  if (code === '3D000') {
    return explained(
      `The database ${pathname.slice(1)} in DATABASE_URL does not exist on ${server}. Create it (createdb), or correct the name.`,
    );
  }
  if (code === '42501') {
    return explained(
      `The user in DATABASE_URL lacks a privilege that the migrations need (${error.message}). It must be a superuser, or own the database and have CREATEROLE and BYPASSRLS.`,
    );
  }
  if (isDiskFull(error)) {
    return explained(
      `The disk of the database server ${server} is full. Free some space, then start again.`,
    );
  }
  if (code === '53300') {
    return explained(
      `The database server ${server} has no connections left (${error.message}). Raise max_connections, or close some connections.`,
    );
  }
  if (/SSL|TLS|certificate/i.test(error.message) || /CERT|SSL/.test(code)) {
    return explained(
      `The encrypted connection to the database server ${server} failed (${error.message}). Correct sslmode in DATABASE_URL, or the server's certificate.`,
    );
  }
  if (isUnavailable(error)) {
    return explained(
      `The database server ${server} in DATABASE_URL can't be reached (${code || error.message}). Start it, or correct the host and port.`,
    );
  }
  return error;
}

/** A new database takes 40 MB, and PostgreSQL's log grows by 16 MB at once. */
const minFreeBytes = 64 * 1024 * 1024;
/** https://github.com/postgres/postgres/blob/REL_17_STABLE/src/include/catalog/pg_control.h */
const controlFileSize = 8192;
const sqliteNotADatabase = 26;

const restore =
  'Restore a backup into an empty DATA_DIR (npm run restore), or copy the whole folder back.';

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
 * Explains a start error of the embedded database to the operator. PGlite only says that PostgreSQL
 * exited, so this checks the disk and the folder.
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

/**
 * Does the same for migration errors, but checks only the disk. An error of a migration is returned
 * unchanged.
 */
export function toEmbeddedMigrationError(error: unknown, directory: string): unknown {
  const mayBeDisk = isDiskFull(error) || error instanceof DatabaseLost;
  return (mayBeDisk && findDiskError(error, directory)) || error;
}

/** Recognizes the error of durable-pglite.ts for a PGlite that does not sync. */
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
    if (control.length !== controlFileSize) return `${path} is damaged: its size is wrong.`;
    // The file begins with the database's identifier, which is never 0.
    if (control.readBigUInt64LE(0) === 0n) return `${path} is damaged: it begins with zeros.`;
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
