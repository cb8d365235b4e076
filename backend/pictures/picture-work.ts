import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { doPictureJob, type PictureJob } from './picture-job.ts';

// The process that decodes and converts pictures, started by picture-process.ts: what libvips takes
// goes back to the system when it ends, and a file that brings it down brings nothing else down.

/** A job and the number that its answer carries. */
export type Asked = { id: number; job: PictureJob };
export type Answered = { id: number } & ({ made: Uint8Array } | { error: string });

/** The pages come first, but a picture does not take minutes (setpriority(2): 0 is usual, 19 the last). */
const niceness = 12;
/** On Linux each thread has a priority of its own, and those that convert were there before this module. */
const ownThreads = '/proc/self/task';

const threads = existsSync(ownThreads) ? readdirSync(ownThreads).map(Number) : [process.pid];
for (const thread of threads) {
  try {
    setPriority(thread, niceness);
  } catch {
    // It has ended, or the system does not allow it: pictures are made all the same.
  }
}
try {
  // Where memory runs out, the kernel ends this process before the site (proc(5), 0 is usual, 1000 the first).
  writeFileSync('/proc/self/oom_score_adj', '500');
} catch {
  // Other systems have no such file.
}
sharp.concurrency(1);
// Every picture is made once: keeping what was decoded would only fill the memory.
sharp.cache(false);

process.on('message', async ({ id, job }: Asked) => {
  const answer: Answered = await doPictureJob(job).then(
    (made) => ({ id, made }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  // Whoever asked may be gone by now; without a callback that would be an error nobody hears.
  if (process.connected) process.send?.(answer, undefined, undefined, () => {});
});
// `process.exit` would wait for the thread that decodes.
const end = () => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
// The server says when it is over; a signal to the whole group (Ctrl-C) is not for this process.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', end);
