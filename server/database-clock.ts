import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';

/** How often the database is asked for the time, in milliseconds. */
const askEvery = 60_000;
/** A difference that is worth a word in the log, in milliseconds. */
const noticeable = 60_000;

/** The time as the database has it. */
export type DatabaseClock = {
  /** Whole milliseconds since 1970. */
  now: () => number;
  stop: () => void;
};

/**
 * Follows the clock of the database, so that processes on several machines agree on the time though
 * their own clocks differ or are set: in between it counts on by a clock that nobody sets. The
 * embedded database has the clock of this process.
 */
export async function followDatabaseClock(
  { engine, owner }: Pick<Database, 'engine' | 'owner'>,
  logger: Logger,
): Promise<DatabaseClock> {
  if (engine === 'embedded') return { now: () => Date.now(), stop: () => {} };
  let ahead = 0;
  const ask = async () => {
    const asked = performance.now();
    const { rows } = await sql<{ milliseconds: number }>`
      select extract(epoch from clock_timestamp())::double precision * 1000 as milliseconds
    `.execute(owner);
    const answered = performance.now();
    if (rows[0]) ahead = rows[0].milliseconds - (asked + answered) / 2;
  };
  await ask();
  const difference = Math.round(performance.now() + ahead - Date.now());
  if (Math.abs(difference) > noticeable) {
    logger.warn({ difference }, "The database's clock and this machine's differ, in milliseconds");
  }
  // While the database is away the time goes on as it was.
  const timer = setInterval(() => void ask().catch(() => undefined), askEvery);
  timer.unref();
  return {
    now: () => Math.round(performance.now() + ahead),
    stop: () => clearInterval(timer),
  };
}
