import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';

const pollIntervalMs = 60_000;
const maxDifferenceMs = 60_000;

type DatabaseClock = {
  now: () => number;
  stop: () => void;
};

export async function followDatabaseClock(
  { engine, owner }: Pick<Database, 'engine' | 'owner'>,
  logger: Logger,
): Promise<DatabaseClock> {
  if (engine === 'embedded') return { now: () => Date.now(), stop: () => {} };
  let offset = 0;
  const poll = async () => {
    const sentAt = performance.now();
    const { rows } = await sql<{ milliseconds: number }>`
      select extract(epoch from clock_timestamp())::double precision * 1000 as milliseconds
    `.execute(owner);
    const receivedAt = performance.now();
    if (rows[0]) offset = rows[0].milliseconds - (sentAt + receivedAt) / 2;
  };
  await poll();
  const differenceMs = Math.round(performance.now() + offset - Date.now());
  if (Math.abs(differenceMs) > maxDifferenceMs) {
    logger.warn({ differenceMs }, 'Database clock skew detected');
  }
  const timer = setInterval(() => void poll().catch(() => undefined), pollIntervalMs);
  timer.unref();
  return {
    now: () => Math.round(performance.now() + offset),
    stop: () => clearInterval(timer),
  };
}
