import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';

export type WorkerRequest<Job> = { id: number; job: Job };
export type WorkerMessage = {
  id: number;
  /** The CPU time of all threads of this process while the job ran, in milliseconds. */
  cpuMs: number;
} & ({ result: Uint8Array } | { error: string });

/**
 * Low, so that pages come first, but not so low that an image takes minutes (setpriority(2): 0 is
 * normal, 19 the lowest).
 */
const niceness = 12;
/** On Linux each thread has its own priority, and converting threads started before this module. */
const ownThreads = '/proc/self/task';

/** Runs the jobs that job-process.ts sends to this process, and ends with its parent. */
export function serveJobs<Job>(run: (job: Job) => Promise<Uint8Array>): void {
  const threads = existsSync(ownThreads) ? readdirSync(ownThreads).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      // The thread has ended, or the system doesn't allow it. Images are converted anyway.
    }
  }
  try {
    // If memory runs out, the kernel kills this process before the site (proc(5): 0 is normal, 1000
    // goes first).
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Only Linux has this file.
  }

  let isCompiled = false;
  process.on('message', async ({ id, job }: WorkerRequest<Job>) => {
    const atStart = process.cpuUsage();
    const outcome = await run(job).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    const { user, system } = process.cpuUsage(atStart);
    const message: WorkerMessage = { id, cpuMs: (user + system) / 1000, ...outcome };
    // The parent may have disconnected; without a callback that would be an unhandled error.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
    // Node writes its compile cache on exit, but this process gets killed.
    if (!isCompiled) flushCompileCache();
    isCompiled = true;
  });
  // `process.exit` would wait for the thread that decodes.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  // Only the server ends this process, not a signal to the whole group (Ctrl-C).
  process.on('SIGINT', () => undefined);
}
