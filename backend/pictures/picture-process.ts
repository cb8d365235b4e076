import { type ChildProcess, fork } from 'node:child_process';
import { createMutex } from '#backend/mutex.ts';
import type { PictureJob } from './picture-job.ts';
import type { Answered, Asked } from './picture-work.ts';

/** Does picture jobs outside of this process. */
export type PictureProcess = {
  /**
   * @param signal cancels the job
   * @throws Error with the decoder's message, or one that says that the process ended or that the job
   *   took too long; the signal's reason
   */
  run(job: PictureJob, signal?: AbortSignal): Promise<Buffer>;
  /** Kills the process. Its jobs fail, and so do all later ones. */
  stop(): void;
};

type Running = {
  settle: (made: Uint8Array) => void;
  fail: (reason: unknown) => void;
  timer: NodeJS.Timeout;
};

/** The process was ended because of another job, or maybe because of this one. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
  override readonly message = 'The process that makes pictures has ended';
}

/**
 * A process of its own for pictures, which lives while there is work. Decoding a photograph of 49
 * megapixels takes some 150 MB that this process' allocator would never give back; there they go with
 * it. A job that takes too long, or a file that brings the decoder down, ends that process only: a new
 * one does the jobs beside it once more. It gets none of this process' environment.
 *
 * @param idle how long it is kept without work, in milliseconds
 * @param patience how long one job may take, in milliseconds
 */
export function createPictureProcess({ idle = 5_000, patience = 120_000 } = {}): PictureProcess {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isStopped = false;
  const running = new Map<number, Running>();
  const retryExclusive = createMutex();

  const take = (id: number) => {
    const taken = running.get(id);
    clearTimeout(taken?.timer);
    running.delete(id);
    if (taken && running.size === 0) rest();
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
  const failAll = (reason: Error) => {
    for (const id of [...running.keys()]) take(id)?.fail(reason);
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
      const ended = new Interrupted();
      // A job that was alone is the one that ended it.
      failAll(running.size > 1 ? ended : new Error(ended.message));
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
  const kill = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };

  // A conversion can't be broken off, but the process can.
  const giveUp = (id: number, reason: unknown) => {
    const given = take(id);
    if (!given) return;
    kill();
    given.fail(reason);
    failAll(new Interrupted());
  };

  const send = async (job: PictureJob, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    if (isStopped) throw new Error('The process that makes pictures was stopped');
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    clearTimeout(idleTimer);
    child ??= start();
    child.ref();
    child.channel?.ref();
    lastId += 1;
    const id = lastId;
    const onAbort = () => giveUp(id, signal?.reason);
    const onTimeout = () => giveUp(id, new Error(`The image took more than ${patience} ms`));
    signal?.addEventListener('abort', onAbort, { once: true });
    running.set(id, { settle: resolve, fail: reject, timer: setTimeout(onTimeout, patience) });
    child.send({ id, job } satisfies Asked);
    try {
      const { buffer, byteOffset, byteLength } = await promise;
      return Buffer.from(buffer, byteOffset, byteLength);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    run: async (job, signal) => {
      try {
        return await send(job, signal);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        return await retryExclusive(() => send(job, signal));
      }
    },
    stop: () => {
      isStopped = true;
      kill();
      failAll(new Error('The process that makes pictures was stopped'));
    },
  };
}

/** The one that the whole process shares. */
export const pictureProcess = createPictureProcess();

/** Another one for visitors' uploads: a file that brings it down delays no other image. */
export const visitorPictureProcess = createPictureProcess();
