import { Cron } from 'croner';
import type { Logger } from 'pino';

export type Job = {
  name: string;
  /** A cron pattern, https://croner.56k.guru/usage/pattern/. */
  schedule: string;
  /** Must claim its work in the database, which several processes may share. */
  run: (signal: AbortSignal) => Promise<void>;
};

export const hourly = '0 * * * *';

const stopTimeoutMs = 5_000;

/** Runs jobs at the start, to catch up on missed runs, and on schedule. Returns a function that stops them. */
export function startJobs(jobs: Job[], logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const failing = new Set<string>();

  const runOnce = async ({ name, run }: Job) => {
    try {
      await run(stopping.signal);
      if (failing.delete(name)) logger.info({ job: name }, 'Job recovered');
    } catch (error) {
      if (stopping.signal.aborted || failing.has(name)) return;
      failing.add(name);
      logger.error({ job: name, error }, 'Job failed');
    }
  };
  const crons = jobs.map(
    (job) =>
      new Cron(job.schedule, { protect: true, unref: true }, async () => {
        const run = runOnce(job).finally(() => running.delete(run));
        running.add(run);
        await run;
      }),
  );
  for (const cron of crons) void cron.trigger();

  return async () => {
    for (const cron of crons) cron.stop();
    stopping.abort();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, stopTimeoutMs);
    await Promise.race([Promise.all(running), timeout.promise]);
    clearTimeout(timer);
  };
}
