import type { Server } from 'node:http';
import type { Logger } from 'pino';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export const requestGraceMs = 5_000;
/** After this the process is killed. Acknowledged writes are on disk by then. */
const maxShutdownMs = 9_000;
const idleCheckMs = 50;

export type Shutdown = {
  add(step: () => Promise<unknown>): void;
  /** Adds a step that runs after those of `add`, in reverse order. */
  addLast(step: () => Promise<unknown>): void;
  started(): Promise<void>;
};

/** Runs the steps on a signal and exits, with 1 if a step failed. A second signal ends the process. */
export function shutdownOnSignals(logger: Logger): Shutdown {
  const steps: (() => Promise<unknown>)[] = [];
  const lastSteps: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  let isStarted = false;

  const end = async () => {
    const outcomes = await Promise.allSettled(steps.map((step) => step()));
    for (const step of lastSteps.reverse()) outcomes.push(...(await Promise.allSettled([step()])));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of failed) logger.error({ error: reason }, 'Shutdown failed');
    process.exit(failed.length > 0 ? 1 : 0);
  };
  for (const signal of signals) {
    process.once(signal, () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => killProcess(logger), maxShutdownMs).unref();
      if (isStarted) void end();
    });
  }
  return {
    add: (step) => steps.push(step),
    addLast: (step) => lastSteps.push(step),
    started: async () => {
      isStarted = true;
      if (isStopping) await end();
    },
  };
}

/** `process.exit` would wait for a database thread in a system call. */
function killProcess(logger: Logger) {
  logger.error('Shutdown timed out, dropping open connections');
  process.kill(process.pid, 'SIGKILL');
}

export function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const grace = setTimeout(() => server.closeAllConnections(), requestGraceMs);
  server.close(() => {
    clearInterval(idle);
    clearTimeout(grace);
    resolve();
  });
  server.closeIdleConnections();
  return promise;
}
