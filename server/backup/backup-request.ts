import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Keys } from '#backend/auth/keys.ts';
import { TooManyRequests, tooManyRequestsResponse } from '#backend/http-error.ts';
import { countInDatabase } from '#backend/limits.ts';
import type { StaffCheck } from '#server/staff-check.ts';
import { BackupError, isSystemError } from './backup-error.ts';
import { type Backup, type BackupSource, createBackup, describeBackup } from './create-backup.ts';
import { removeSurplus } from './daily-backup.ts';

// Only one process can open the embedded database, so `npm run backup` asks the running site for a
// backup. The request carries a token signed with the key in keys.json, which only the site's
// account can read.

export const backupPath = '/hooks/backup';
const audience = 'backup';
const tokenLifetime = '1 minute';
const tokenClaims = z.object({ directory: z.string() });
const response = z.object({ report: z.string().optional(), error: z.string().optional() });

/** Answers 401 to a wrong token, 409 if the backup fails. Closing the connection cancels it. */
export function createBackupHandler(
  source: BackupSource,
  { signing }: Keys,
): (request: Request) => Promise<Response> {
  return async ({ headers, signal }) => {
    const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    const claims = await jwtVerify(token, signing.publicKey, { audience, algorithms: ['ES256'] })
      .then(({ payload }) => tokenClaims.parse(payload))
      .catch(() => undefined);
    if (!claims) return Response.json({ error: 'Wrong token.' }, { status: 401 });
    return respond(createBackup(source, claims.directory, { signal }), (backup) => ({
      report: describeBackup(backup),
    }));
  };
}

export const staffBackupPath = '/hooks/staff-backup';

/** Part of the names of backups that staff ask for. */
const staffLabel = '-staff';
const keptStaffBackups = 3;
/** The days that keep their newest one, so that nobody with a stolen session can replace all of them. */
const keptStaffBackupDays = 7;
const staffBackupMinIntervalMs = 10 * 60_000;
const staffBackupsPerAccount = { hits: 10, seconds: 24 * 60 * 60 };

/**
 * Creates a backup for staff, in the folder of daily ones, where the newest three are kept, and the newest of each of the
 * last seven days. A backup from the last ten minutes is reused, so that nobody fills the disk.
 *
 * @returns the handler, which answers `{file}` with the name of the backup, what `refuseOthers` does to others, and
 *   `{error}` with 409 if the backup fails, and with 429 beyond the limit of an account
 */
export function createStaffBackupHandler(
  source: BackupSource,
  directory: string,
  refuseOthers: StaffCheck,
  logger: Logger,
): (request: Request, ip: string) => Promise<Response> {
  const countHit = countInDatabase(source.database);
  let newest: { at: number; creating: Promise<Backup> } | undefined;
  const create = async () => {
    const backup = await createBackup(source, directory, { label: staffLabel });
    const latest = basename(backup.path);
    await removeSurplus(directory, keptStaffBackups, latest, staffLabel, {
      days: keptStaffBackupDays,
      onePerDay: true,
    }).catch((error) => logger.error({ error }, 'Old backup deletion failed'));
    return backup;
  };
  return async ({ headers }, ip) => {
    const authorization = headers.get('authorization') ?? undefined;
    const refusal = await refuseOthers(authorization, ip);
    if (refusal) return refusal;
    // The database has verified the token.
    const { sub = '' } = decodeJwt(authorization?.replace(/^bearer +/i, '').trim() ?? '');
    const retryAfter = await countHit(`staff backup:${sub}`, staffBackupsPerAccount);
    if (retryAfter > 0) {
      const message = 'You can create ten backups a day. Please try again tomorrow.';
      return tooManyRequestsResponse(new TooManyRequests(retryAfter, message));
    }
    if (!newest || Date.now() - newest.at > staffBackupMinIntervalMs) {
      const begun = { at: Date.now(), creating: create() };
      newest = begun;
      begun.creating.catch(() => {
        if (newest === begun) newest = undefined;
      });
    }
    return respond(newest.creating, ({ path }) => ({ file: basename(path) }));
  };
}

async function respond(
  creating: Promise<Backup>,
  describe: (backup: Backup) => Record<string, string>,
): Promise<Response> {
  try {
    return Response.json(describe(await creating));
  } catch (error) {
    if (!(error instanceof BackupError) && !isSystemError(error)) throw error;
    return Response.json({ error: error.message }, { status: 409 });
  }
}

/** Returns the report, or undefined if no site with these keys listens. Throws a BackupError if it failed. */
export async function requestBackup(
  siteUrl: string,
  { signing }: Keys,
  directory: string,
): Promise<string | undefined> {
  const token = await new SignJWT({ directory })
    .setProtectedHeader({ alg: 'ES256', kid: signing.kid })
    .setAudience(audience)
    .setExpirationTime(tokenLifetime)
    .sign(signing.privateKey);
  // Unlike fetch, node:http waits as long as the backup takes.
  const outgoing = request(new URL(backupPath, siteUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  outgoing.end();
  const incoming = await once(outgoing, 'response').then(
    ([first]) => first as IncomingMessage,
    (error: NodeJS.ErrnoException) => {
      if (/^E(CONNREFUSED|NOTFOUND)$/.test(error.code ?? '')) return undefined;
      throw new BackupError(`The site stopped before the backup was complete (${error.code}).`);
    },
  );
  const status = incoming?.statusCode ?? 0;
  if (!incoming || ![200, 409, 500, 503].includes(status)) {
    incoming?.resume();
    return undefined;
  }
  const body = await text(incoming);
  const { report, error } = status < 500 ? response.parse(JSON.parse(body)) : {};
  if (report !== undefined) return report;
  throw new BackupError(error ?? "The backup failed; the site's log says why.");
}
