import { type ChildProcess, fork } from 'node:child_process';
import { createMutex } from './mutex.ts';
import type { WorkerMessage, WorkerRequest } from './serve-jobs.ts';

/** 768 MB for the HEIC decoder, in pages of 64 kB, so that no file can fill the memory. */
const maxWasmPages = 12_288;

/** A child loads its modules in half the time with code that an earlier one compiled. */
const { NODE_COMPILE_CACHE } = process.env;
const compileCache = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

/** Runs jobs in a child process. */
export type JobProcess<Job> = {
  /**
   * @param signal cancels the job
   * @param reportCpu called with the CPU milliseconds of a job that finished or failed; includes
   *   other jobs that ran in the child at the same time
   * @throws JobError with the decoder's message; Error that says that the process ended or was
   *   stopped, or that the job took too long; the signal's reason
   */
  run(job: Job, signal?: AbortSignal, reportCpu?: (ms: number) => void): Promise<Buffer>;
  /** Kills the process. Its jobs fail, and so do all later ones. */
  stop(): void;
};

export type WarmableProcess<Job> = JobProcess<Job> & {
  /** Starts the process ahead of a job. It ends if none comes. */
  warm(): void;
};

type RunningJob = {
  resolve: (result: Uint8Array) => void;
  reject: (reason: unknown) => void;
  reportCpu: ((ms: number) => void) | undefined;
  timer: NodeJS.Timeout;
};

/** A job's own error, such as a decoder's about a broken file. Other errors concern the process. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

/** The process ended, because of another job or of this one. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
  override readonly message = 'The job process exited';
}

/**
 * Creates a child process for images or documents that lives while there is work. Decoding a
 * photograph of 49 megapixels takes some 150 MB that this process's allocator would never return;
 * the child's memory is freed with it. A job that takes too long, or a file that crashes the
 * decoder, ends the child only: a new one repeats the other jobs once. It gets nothing of this
 * process's environment.
 *
 * @param options.worker a module that calls `serveJobs`
 */
export function createJobProcess<Job>({
  worker,
  idleTimeoutMs = 5_000,
  timeoutMs = 120_000,
  nodeOptions = [],
}: {
  worker: URL;
  idleTimeoutMs?: number;
  timeoutMs?: number;
  nodeOptions?: string[];
}): WarmableProcess<Job> {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isStopped = false;
  const running = new Map<number, RunningJob>();
  const retryExclusive = createMutex();

  const remove = (id: number) => {
    const job = running.get(id);
    clearTimeout(job?.timer);
    running.delete(id);
    if (job && running.size === 0) startIdleTimer();
    return job;
  };
  const startIdleTimer = () => {
    const idle = child;
    // The child must not keep this process alive.
    idle?.unref();
    idle?.channel?.unref();
    idleTimer = setTimeout(() => {
      if (idle === child) child = undefined;
      if (idle?.connected) idle.disconnect();
    }, idleTimeoutMs).unref();
  };
  const rejectAll = (reason: Error) => {
    for (const id of [...running.keys()]) remove(id)?.reject(reason);
  };
  const start = () => {
    const started = fork(worker, {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=1', `--wasm-max-mem-pages=${maxWasmPages}`, ...nodeOptions],
      env: { MALLOC_ARENA_MAX: '2', ...compileCache },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const onEnd = () => {
      if (child !== started) return;
      child = undefined;
      const interrupted = new Interrupted();
      // A job that ran alone is the one that ended the process.
      rejectAll(running.size > 1 ? interrupted : new Error(interrupted.message));
    };
    started.on('message', (message: WorkerMessage) => {
      const job = remove(message.id);
      job?.reportCpu?.(message.cpuMs);
      if ('result' in message) job?.resolve(message.result);
      else job?.reject(new JobError(message.error));
    });
    started.on('exit', onEnd);
    started.on('error', onEnd);
    return started;
  };
  const kill = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  // A conversion can't be cancelled, only its process killed.
  const cancel = (id: number, reason: unknown) => {
    const job = remove(id);
    if (!job) return;
    kill();
    job.reject(reason);
    rejectAll(new Interrupted());
  };

  const send = async (
    job: Job,
    signal: AbortSignal | undefined,
    reportCpu: ((ms: number) => void) | undefined,
  ) => {
    signal?.throwIfAborted();
    if (isStopped) throw new Error('The process was stopped');
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    clearTimeout(idleTimer);
    child ??= start();
    child.ref();
    child.channel?.ref();
    lastId += 1;
    const id = lastId;
    const onAbort = () => cancel(id, signal?.reason);
    const onTimeout = () => cancel(id, new Error(`The job took more than ${timeoutMs} ms`));
    signal?.addEventListener('abort', onAbort, { once: true });
    running.set(id, { resolve, reject, reportCpu, timer: setTimeout(onTimeout, timeoutMs) });
    child.send({ id, job } satisfies WorkerRequest<Job>);
    try {
      const { buffer, byteOffset, byteLength } = await promise;
      return Buffer.from(buffer, byteOffset, byteLength);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    run: async (job, signal, reportCpu) => {
      try {
        return await send(job, signal, reportCpu);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        return await retryExclusive(() => send(job, signal, reportCpu));
      }
    },
    warm: () => {
      if (isStopped || running.size > 0) return;
      clearTimeout(idleTimer);
      child ??= start();
      startIdleTimer();
    },
    stop: () => {
      isStopped = true;
      kill();
      rejectAll(new Error('The process was stopped'));
    },
  };
}
