import { StartError } from '#backend/start-error.ts';
import type { Database } from './database.ts';
import { isDiskFull, isUnavailable } from './unavailable.ts';

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
      `The server of DATABASE_URL is PostgreSQL ${row.version}; 15 or newer is needed. Upgrade it, or name another one.`,
    );
  }
}

/** Turns what connecting or migrating threw into a sentence for the operator, without the password. */
export function toServerStartError(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const explained = (sentence: string) => new StartError(sentence, { cause: error });
  const { host, pathname, searchParams } = new URL(url);
  const server = searchParams.get('host') ?? host;
  if (code === '28P01' || code === '28000' || /password must be a string/.test(error.message)) {
    return explained(
      `The database server ${server} does not accept the user and password of DATABASE_URL (${error.message}). Correct them.`,
    );
  }
  if (code === '3D000') {
    return explained(
      `The database ${pathname.slice(1)} of DATABASE_URL does not exist on ${server}. Create it (createdb), or correct the name.`,
    );
  }
  if (code === '42501') {
    return explained(
      `The user of DATABASE_URL lacks a right that the migrations need (${error.message}). It has to be a superuser, or own the database and have CREATEROLE and BYPASSRLS.`,
    );
  }
  if (isDiskFull(error)) {
    return explained(
      `The disk of the database server ${server} is full. Free some space on it, then start again.`,
    );
  }
  if (code === '53300') {
    return explained(
      `The database server ${server} takes no further connections (${error.message}). Raise max_connections, or stop what holds them.`,
    );
  }
  if (/SSL|TLS|certificate/i.test(error.message) || /CERT|SSL/.test(code)) {
    return explained(
      `No encrypted connection to the database server ${server} (${error.message}). Correct sslmode in DATABASE_URL, or the server's certificate.`,
    );
  }
  if (isUnavailable(error)) {
    return explained(
      `The database server ${server} of DATABASE_URL can't be reached (${code || error.message}). Start it, or correct host and port.`,
    );
  }
  return error;
}
