import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Cron } from 'croner';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import type { Job } from '#server/jobs.ts';
import type { Settings, TimeOfDay } from '#server/settings.ts';
import { type Backup, type BackupSource, createBackup } from './create-backup.ts';

export type LastRun = { state: 'ok' | 'failed'; at: Date };

/** Part of the names of daily backups. Only these are deleted. */
const dailyLabel = '-daily';

export function createBackupJobs(
  source: BackupSource,
  settings: Settings['backups'],
  logger: Logger,
): Job[] {
  const { time } = settings;
  if (!time) return [];
  const run = (signal: AbortSignal) =>
    backUpIfDue(source, settings, previousRun(time, new Date()), logger, signal);
  return [{ name: 'daily backup', schedule: '* * * * *', run }];
}

/** Returns the latest time a daily run was due, at or before `now`. */
export function previousRun({ hour, minute }: TimeOfDay, now: Date): Date {
  const daily = new Cron(`${minute} ${hour} * * *`, { paused: true });
  const [previous] = daily.previousRuns(1, new Date(now.getTime() + 1000));
  if (!previous) throw new Error('A daily schedule has no previous run');
  return previous;
}

export async function backUpIfDue(
  source: BackupSource,
  { directory, keep }: { directory: string; keep: number },
  due: Date,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const id = await claimRun(source.database, due);
  if (!id) return;
  try {
    const backup = await createBackup(source, directory, { label: dailyLabel, signal });
    await recordSuccess(source.database, id, backup, logger);
    await removeSurplus(directory, keep, basename(backup.path))
      .then((removed) => {
        if (removed.length > 0) logger.info({ removed }, 'Old backups deleted');
      })
      .catch((error) => logger.error({ error }, 'Old backup deletion failed'));
  } catch (error) {
    // An aborted run stays marked as unfinished, and the next start repeats it.
    if (signal.aborted) return;
    logger.error({ error }, 'Daily backup failed');
    const reason = error instanceof Error ? error.message : String(error);
    await sql`update public.backup_runs
      set finished_at = now(), failure = left(${reason}::text, 1000)
      where id = ${id}::uuid`.execute(source.database.owner);
  }
}

/** If the record can't be written, the run stays marked as unfinished and is repeated: the file is good. */
async function recordSuccess(
  { owner }: Database,
  id: string,
  { path, size, seconds, manifest, leftovers }: Backup,
  logger: Logger,
): Promise<void> {
  const name = basename(path);
  logger.info(
    { name, size, seconds, filesMissing: manifest.filesMissing.length },
    'Backup created',
  );
  if (leftovers.length > 0) logger.error({ leftovers }, 'Temporary backup file deletion failed');
  await sql`update public.backup_runs
    set finished_at = now(), file_name = ${name}::text, bytes = ${size}::bigint
    where id = ${id}::uuid`
    .execute(owner)
    .catch((error) => logger.error({ error }, 'Backup record update failed'));
}

/** A failed run is repeated after an hour. The first run is due the day after the site's first start. */
export function claimRun({ owner, engine }: Database, due: Date): Promise<string | undefined> {
  return owner.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('backup_runs', 0))`.execute(
      transaction,
    );
    await sql`delete from public.backup_runs where started_at < now() - interval '100 days'`.execute(
      transaction,
    );
    // Only one process uses the embedded database, so an unfinished run was interrupted.
    const { rows } = await sql<{ id: string }>`
      insert into public.backup_runs (due_at)
      select ${due}::timestamptz where not exists (
        select from public.backup_runs
        where due_at >= ${due}::timestamptz and started_at <= clock_timestamp() and (
          file_name is not null
          or finished_at > now() - interval '1 hour'
          or (finished_at is null and ${engine === 'server'}::boolean and started_at > now() - interval '6 hours')))
        and exists (select from ridgeline.migrations where set_name = 'seed' and applied_at < ${due}::timestamptz)
      returning id`.execute(transaction);
    return rows[0]?.id;
  });
}

export async function readLastRun({ owner }: Database): Promise<LastRun | undefined> {
  const { rows } = await sql<{ failed: boolean; at: Date }>`
    select failure is not null as failed, finished_at as at from public.backup_runs
    where finished_at is not null order by started_at desc, id limit 1`.execute(owner);
  const [last] = rows;
  return last && { state: last.failed ? 'failed' : 'ok', at: last.at };
}

/** Of the names that `createBackup` gives. */
const nameStart = 'ridgeline-backup-';

/**
 * Deletes all but the newest backups with a label in their names. Names later than the newest come from a clock that
 * was ahead, and are deleted first.
 *
 * @param kept the days (UTC), up to that of the latest backup, of which all or the newest one stay besides
 * @returns the names of the deleted ones
 */
export async function removeSurplus(
  directory: string,
  keep: number,
  latest: string,
  label = dailyLabel,
  kept: { days: number; onePerDay?: boolean } = { days: 0 },
): Promise<string[]> {
  const pattern = new RegExp(`^${nameStart}\\d{8}T\\d{6}Z${label}\\.tar\\.gz$`);
  const names = (await readdir(directory))
    .filter((name) => pattern.test(name))
    .sort()
    .reverse();
  const past = names.filter((name) => name <= latest);
  const keptBesides = listKept(past, kept);
  const surplus = [...past, ...names.filter((name) => name > latest)]
    .slice(keep)
    .filter((name) => !keptBesides.includes(name));
  const removals = await Promise.allSettled(surplus.map((name) => rm(join(directory, name))));
  const failed = removals.find((removal) => removal.status === 'rejected');
  if (failed) throw failed.reason;
  return surplus;
}

/** @param names newest first */
function listKept(
  names: string[],
  { days, onePerDay = false }: { days: number; onePerDay?: boolean },
): string[] {
  const getDay = (name: string) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(name.slice(nameStart.length)) ?? [];
    return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
  };
  const [latest = ''] = names;
  return names.filter((name, index) => {
    const day = getDay(name);
    const isNewest = index === 0 || getDay(names[index - 1] ?? '') !== day;
    return (isNewest || !onePerDay) && day > getDay(latest) - days;
  });
}
