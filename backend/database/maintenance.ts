import type { Logger } from 'pino';
import type { Database, Session } from './database.ts';

const checkpointIntervalMs = 10_000;
const vacuumIntervalMs = 5 * 60_000;

/** The bytes of write-ahead log that a start after a crash would have to replay. */
const maxLogBytes = 32 * 1024 * 1024;

/**
 * Replaces the background processes that PGlite lacks: checkpoints, without which the write-ahead
 * log grows forever, and vacuum and analyze at autovacuum's thresholds
 * (https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM).
 *
 * @returns `stop`, and `pauseVacuum`, which returns a function that resumes it
 */
export function startMaintenance(
  { session }: Pick<Database, 'session'>,
  logger: Logger,
): { stop: () => void; pauseVacuum: () => () => void } {
  let stopped = false;
  let pauses = 0;
  const schedule = (intervalMs: number, work: (session: Session) => Promise<void>) =>
    setInterval(
      () =>
        session(work).catch((error) => {
          // Closing the database rejects waiting sessions.
          if (!stopped) logger.warn({ error }, 'Database maintenance failed');
        }),
      intervalMs,
    ).unref();
  const timers = [
    schedule(checkpointIntervalMs, checkpoint),
    schedule(vacuumIntervalMs, async (session) => {
      if (pauses === 0) await vacuumAndAnalyze(session);
    }),
  ];
  return {
    stop: () => {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
    },
    pauseVacuum: () => {
      pauses += 1;
      return () => {
        pauses -= 1;
      };
    },
  };
}

/** Writes a checkpoint if more than `maxLogBytes` were logged since the last one. */
export async function checkpoint({ query, exec }: Session): Promise<void> {
  const due = await query(
    'select from pg_control_checkpoint() where pg_current_wal_insert_lsn() - redo_lsn > $1::numeric',
    [maxLogBytes],
  );
  if (due.length > 0) await exec('checkpoint');
}

/** Vacuums and analyzes the tables that have changed enough. */
export async function vacuumAndAnalyze({ query, exec }: Session): Promise<void> {
  await query('select pg_stat_force_next_flush()');
  const due = await query<{ name: string }>(`
    select format('%I.%I', schemaname, pg_class.relname) as name
    from pg_stat_user_tables join pg_class on pg_class.oid = relid
    where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
      or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
      or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`);
  for (const { name } of due) await exec(`vacuum (analyze) ${name}`);
}
