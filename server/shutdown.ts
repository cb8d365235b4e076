import type { Server } from 'node:http';
import type { Logger } from 'pino';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** How long requests under way may take to finish, in milliseconds. */
export const requestGrace = 5_000;
/**
 * How long all of it may take, and a start that was told to stop. Whatever is under way then is
 * dropped: what was acknowledged is on disk, and the rest is rolled back when it is opened again.
 */
const maxShutdownMs = 9_000;
const idleCheck = 50;

/** The end of the process, put together while it starts. */
export type Shutdown = {
  /** Has a step done as soon as the process ends; all such steps run side by side. */
  add(step: () => Promise<unknown>): void;
  /** Has a step done after all of those, one after the other, the newest first. */
  addLast(step: () => Promise<unknown>): void;
  /** To be called once all steps are known: a signal that has come before ends the process now. */
  started(): Promise<void>;
};

/**
 * Ends the process in order when a signal tells it to stop: with 0, or with 1 where a step has
 * failed. A start that is under way is finished first, so that nothing is left half made; the same
 * signal a second time ends the process at once.
 */
export function shutdownOnSignals(logger: Logger): Shutdown {
  const steps: (() => Promise<unknown>)[] = [];
  const lastSteps: (() => Promise<unknown>)[] = [];
  let stopping = false;
  let started = false;

  const end = async () => {
    const outcomes = await Promise.allSettled(steps.map((step) => step()));
    for (const step of lastSteps.reverse()) outcomes.push(...(await Promise.allSettled([step()])));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of failed) logger.error({ error: reason }, 'The end was not a clean one');
    process.exit(failed.length > 0 ? 1 : 0);
  };
  for (const signal of signals) {
    process.once(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => killProcess(logger), maxShutdownMs).unref();
      if (started) void end();
    });
  }
  return {
    add: (step) => steps.push(step),
    addLast: (step) => lastSteps.push(step),
    started: async () => {
      started = true;
      if (stopping) await end();
    },
  };
}

/** `process.exit` would wait for a database thread that is in the middle of a system call or of compiling. */
function killProcess(logger: Logger) {
  logger.error('The end took too long: what is still running is dropped');
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Takes no new connection, lets requests under way finish, and closes each connection once it has
 * nothing to carry. What takes longer than five seconds is cut off.
 */
export function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // What still comes on an open connection is answered, and is the last that it carries.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const idle = setInterval(() => server.closeIdleConnections(), idleCheck);
  const grace = setTimeout(() => server.closeAllConnections(), requestGrace);
  server.close(() => {
    clearInterval(idle);
    clearTimeout(grace);
    resolve();
  });
  server.closeIdleConnections();
  return promise;
}
