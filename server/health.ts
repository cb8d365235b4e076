import type { Logger } from 'pino';
import type { LastRun } from './backup/daily-backup.ts';

const checkTimeoutMs = 3000;
/** A check without a response is abandoned after this time, and another one starts. */
const lostAfterMs = 30_000;
const reuseMs = 1000;
const logIntervalMs = 60_000;

type Health = { isHealthy: boolean; backup?: LastRun | undefined };

/** Runs one check at a time and reuses its result for a second, however many requests come. */
export function createHealthCheck({
  check,
  lastBackup,
  logger,
  clock = performance,
}: {
  check: () => Promise<void>;
  lastBackup?: (() => Promise<LastRun | undefined>) | undefined;
  logger: Pick<Logger, 'error' | 'info'>;
  clock?: { now: () => number };
}): () => Promise<Health> {
  let query: { answer: Promise<LastRun | undefined>; startedAt: number } | undefined;
  let current: { health: Promise<Health>; endedAt: number } | undefined;
  let loggedAt: number | undefined;

  const queryDatabase = () => {
    if (query && clock.now() - query.startedAt < lostAfterMs) return query.answer;
    const started = { answer: check().then(() => lastBackup?.()), startedAt: clock.now() };
    query = started;
    const forget = () => {
      if (query === started) query = undefined;
    };
    started.answer.then(forget, forget);
    return started.answer;
  };

  const report = (error?: unknown) => {
    if (error === undefined) {
      if (loggedAt !== undefined) logger.info('Database health check recovered');
      loggedAt = undefined;
    } else if (loggedAt === undefined || clock.now() - loggedAt >= logIntervalMs) {
      loggedAt = clock.now();
      const cause = error instanceof Error ? error.message : String(error);
      logger.error({ cause }, 'Database health check failed');
    }
  };

  const getHealth = async (): Promise<Health> => {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      timeout.reject(new Error(`Health check timed out after ${checkTimeoutMs} ms`));
    }, checkTimeoutMs);
    timer.unref();
    try {
      const backup = await Promise.race([queryDatabase(), timeout.promise]);
      report();
      return { isHealthy: true, backup };
    } catch (error) {
      report(error);
      return { isHealthy: false };
    } finally {
      clearTimeout(timer);
    }
  };

  return () => {
    if (current && clock.now() - current.endedAt < reuseMs) return current.health;
    const started = { health: getHealth(), endedAt: Infinity };
    current = started;
    void started.health.then(() => {
      started.endedAt = clock.now();
    });
    return started.health;
  };
}
