import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';

/** How the latest scheduled backup went. */
export type LastRun = { state: 'ok' | 'failed'; at: Date };

/**
 * Notes the begin of a scheduled backup where it is due and no other process has it. A failed one
 * is tried again after an hour. Nothing is due before the day after the site's very first start.
 *
 * @param due the latest moment at which one was to be made
 * @returns the run's id; undefined where none is due
 */
export function claimRun({ owner, engine }: Database, due: Date): Promise<string | undefined> {
  return owner.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('backup_runs', 0))`.execute(
      transaction,
    );
    await sql`delete from public.backup_runs where started_at < now() - interval '100 days'`.execute(
      transaction,
    );
    // One process alone has the embedded database: what is not finished there was cut off.
    const { rows } = await sql<{ id: string }>`
      insert into public.backup_runs (due_at)
      select ${due}::timestamptz where not exists (
        select from public.backup_runs
        where due_at >= ${due}::timestamptz and started_at <= now() and (
          file_name is not null
          or finished_at > now() - interval '1 hour'
          or (finished_at is null and ${engine === 'server'}::boolean and started_at > now() - interval '6 hours')))
        and exists (select from ridgeline.migrations where set_name = 'seed' and applied_at < ${due}::timestamptz)
      returning id`.execute(transaction);
    return rows[0]?.id;
  });
}

/** Notes that a run has made its backup; `size` in bytes. */
export async function noteSuccess(
  { owner }: Database,
  id: string,
  { name, size }: { name: string; size: number },
): Promise<void> {
  await sql`update public.backup_runs
    set finished_at = now(), file_name = ${name}::text, bytes = ${size}::bigint
    where id = ${id}::uuid`.execute(owner);
}

/** Notes that a run has made no backup, and why. */
export async function noteFailure({ owner }: Database, id: string, reason: string): Promise<void> {
  await sql`update public.backup_runs
    set finished_at = now(), failure = left(${reason}::text, 1000)
    where id = ${id}::uuid`.execute(owner);
}

/** Reads how the latest scheduled backup went; undefined where there was none yet. */
export async function readLastRun({ owner }: Database): Promise<LastRun | undefined> {
  const { rows } = await sql<{ failed: boolean; at: Date }>`
    select failure is not null as failed, finished_at as at from public.backup_runs
    where finished_at is not null order by started_at desc, id limit 1`.execute(owner);
  const [last] = rows;
  return last && { state: last.failed ? 'failed' : 'ok', at: last.at };
}
