import { basename } from 'node:path';
import { decodeJwt } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Keys } from '#backend/auth/keys.ts';
import { TooManyRequests, tooManyRequestsResponse } from '#backend/http-error.ts';
import { countInDatabase } from '#backend/limits.ts';
import { createLocalRoute, type LocalCommand, type LocalRoute } from '#server/local-command.ts';
import type { StaffCheck } from '#server/staff-check.ts';
import { BackupError, isSystemError } from './backup-error.ts';
import { type Backup, type BackupSource, createBackup, describeBackup } from './create-backup.ts';
import { removeSurplus } from './daily-backup.ts';

export const backupCommand: LocalCommand<{ directory: string }> = {
  path: '/hooks/backup',
  input: z.object({ directory: z.string() }),
  noun: 'backup',
};

/** The route for `npm run backup`. Closing the connection cancels the backup. */
export function createBackupRoute(source: BackupSource, keys: Keys): LocalRoute {
  return createLocalRoute(
    backupCommand,
    keys,
    async ({ directory }, signal) =>
      describeBackup(await createBackup(source, directory, { signal })),
    isBackupFailure,
  );
}

const isBackupFailure = (error: unknown): error is Error =>
  error instanceof BackupError || isSystemError(error);

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
    return respond(newest.creating);
  };
}

async function respond(creating: Promise<Backup>): Promise<Response> {
  try {
    return Response.json({ file: basename((await creating).path) });
  } catch (error) {
    if (!isBackupFailure(error)) throw error;
    return Response.json({ error: error.message }, { status: 409 });
  }
}
