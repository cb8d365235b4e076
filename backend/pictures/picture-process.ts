import { type ChildProcess, fork } from 'node:child_process';
import type { PictureJob } from './picture-job.ts';
import type { Answered, Asked } from './picture-work.ts';

/** Does picture jobs outside of this process. */
export type PictureProcess = {
  /**
   * @param signal gives the job up: nobody waits for it any more
   * @throws Error with the decoder's sentence, or one that says the process ended meanwhile; the
   *   signal's reason
   */
  run(job: PictureJob, signal?: AbortSignal): Promise<Buffer>;
};

type Waiting = {
  settle: (made: Uint8Array) => void;
  fail: (reason: unknown) => void;
  /** Nobody listens for its being given up any more. */
  done: () => void;
  timer: NodeJS.Timeout;
};

/**
 * A process of its own for pictures, which lives while there is work. Decoding a photograph of 49
 * megapixels takes some 150 MB that this process' allocator would never give back; there they go with
 * it. A job that takes too long, or a file that brings the decoder down, ends that process only: what
 * it was doing fails, the next job starts a new one. It gets none of this process' environment.
 *
 * @param idle how long it is kept without work, in milliseconds
 * @param patience how long one job may take, in milliseconds
 */
export function createPictureProcess({ idle = 5_000, patience = 120_000 } = {}): PictureProcess {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const take = (id: number) => {
    const taken = waiting.get(id);
    clearTimeout(taken?.timer);
    taken?.done();
    waiting.delete(id);
    if (waiting.size === 0) rest();
    return taken;
  };
  const rest = () => {
    const resting = child;
    // It must not hold this process back when that has nothing else to do.
    resting?.unref();
    resting?.channel?.unref();
    idleTimer = setTimeout(() => {
      if (resting === child) child = undefined;
      if (resting?.connected) resting.disconnect();
    }, idle).unref();
  };
  const start = () => {
    const started = fork(new URL('picture-work.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=1'],
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const end = () => {
      if (child !== started) return;
      child = undefined;
      for (const id of [...waiting.keys()]) {
        take(id)?.fail(new Error('The process that makes pictures has ended'));
      }
    };
    started.on('message', (answer: Answered) => {
      const taken = take(answer.id);
      if ('made' in answer) taken?.settle(answer.made);
      else taken?.fail(new Error(answer.error));
    });
    started.on('exit', end);
    started.on('error', end);
    return started;
  };

  const giveUp = (id: number, reason: unknown) => {
    const given = take(id);
    if (!given) return;
    // A conversion can't be broken off, but the process can, where it does nothing else.
    if (waiting.size === 0) {
      child?.kill('SIGKILL');
      child = undefined;
    }
    given.fail(reason);
  };

  return {
    run: (job, signal) =>
      new Promise<Buffer>((resolve, reject) => {
        signal?.throwIfAborted();
        clearTimeout(idleTimer);
        child ??= start();
        child.ref();
        child.channel?.ref();
        lastId += 1;
        const id = lastId;
        const worker = child;
        const aborted = () => giveUp(id, signal?.reason);
        signal?.addEventListener('abort', aborted, { once: true });
        waiting.set(id, {
          settle: (made) => resolve(Buffer.from(made.buffer, made.byteOffset, made.byteLength)),
          fail: reject,
          done: () => signal?.removeEventListener('abort', aborted),
          timer: setTimeout(() => worker.kill('SIGKILL'), patience),
        });
        worker.send({ id, job } satisfies Asked);
      }),
  };
}

/** The one that the whole process shares. */
export const pictureProcess = createPictureProcess();
