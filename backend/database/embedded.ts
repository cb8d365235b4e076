import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { DatabaseLost, StatementTimeout } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { startMaintenance } from './maintenance.ts';
import type { PGliteConnection, PGliteHost, PGliteResult } from './pglite-engine.ts';
import {
  type DatabaseThread,
  type Statement,
  startThread,
  type ThreadEvents,
} from './start-thread.ts';
import type { WorkerRequest } from './thread-messages.ts';

/** How long to wait before a database that has stopped by itself is opened again. */
const reopenDelayMs = 1000;

/** How long statements may still run once the database is to be closed. */
const closeTimeoutMs = 1000;

/**
 * Opens the embedded PostgreSQL on a folder, and creates the folder on the first start. It runs on a
 * thread of its own. What it acknowledges survives a power cut: see
 * docs/decisions/001-embedded-database.md.
 *
 * @param directory absolute; created with its parents if missing, readable by its owner only
 * @throws FolderInUse if another process has the folder; Error if the disk does not sync
 */
export async function createEmbeddedDatabase({
  directory,
  logger,
}: {
  directory: string;
  logger: Logger;
}): Promise<Database> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  try {
    // Kysely is loaded while the thread starts.
    const [host, { createPGliteEngine }, { createDatabase }] = await Promise.all([
      openHost(directory, logger),
      import('./pglite-engine.ts'),
      import('./create-database.ts'),
    ]);
    const engine = createPGliteEngine(host, () => {
      stopMaintenance();
      unlock();
    });
    const stopMaintenance = startMaintenance(engine, logger);
    return createDatabase(engine);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Starts the database thread, and the next one if it ends: PostgreSQL stops if its log can't be
 * written, as on a full disk, and the watchdog terminates the thread of a statement that exceeds its
 * time limit. Statements that were not started wait until the folder is open again; if opening fails
 * they are rejected, and it is retried. If a change may have been committed without a notification,
 * handlers are then called once with an empty payload.
 */
async function openHost(directory: string, logger: Logger): Promise<PGliteHost> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const notify = (channel: string, payload: string) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  };
  let wasmModule: WebAssembly.Module | undefined;
  const start = async () => {
    const events: ThreadEvents = {
      onNotification: notify,
      onSyncFailure: (error) => {
        logger.fatal(
          { error },
          'The disk refused to sync the database. Ending, so that nothing unsaved is acknowledged.',
        );
        process.abort();
      },
      onMemoryExceeded: () => handleMemoryExceeded(reopenForMemory),
    };
    const started = await startThread(directory, events, wasmModule);
    wasmModule = started.wasmModule;
    return started.thread;
  };
  let handleMemoryExceeded = (_reopen: () => Promise<void>) => {};
  let closing = false;
  let thread: DatabaseThread | undefined;
  /** Statements sent while there is no thread. */
  let queue: Statement[] = [];
  /** Set if the last attempt to open the folder has failed: statements are rejected, not queued. */
  let unavailable: Error | undefined;
  let reopening = Promise.resolve();

  const use = (next: DatabaseThread) => {
    thread = next;
    const first = connect(0);
    for (const channel of handlers.keys())
      void first.exec(`listen ${channel}`).catch(() => undefined);
    for (const statement of queue) next.send(statement);
    queue = [];
    unavailable = undefined;
    void watch(next);
  };
  const watch = async ({ ended }: DatabaseThread) => {
    const end = await ended;
    if (end === 'closed') return;
    thread = undefined;
    queue = [...end.unstarted, ...queue];
    if (closing) return rejectQueue(end.reason);
    logger.error({ error: end.reason }, 'The embedded database has stopped, opening it again');
    const delayMs = end.reason instanceof StatementTimeout ? 0 : reopenDelayMs;
    reopening = reopen(delayMs, end.isChangeMissed);
  };
  const rejectQueue = (reason: Error) => {
    unavailable = reason;
    for (const { reject } of queue) reject(new DatabaseLost(reason));
    queue = [];
  };
  const reopen = async (delayMs: number, isChangeMissed: boolean) => {
    const stoppedAt = performance.now();
    for (let wait = delayMs; !closing; wait = reopenDelayMs) {
      if (wait > 0) await sleep(wait, undefined, { ref: queue.length > 0 });
      try {
        use(await start());
        if (isChangeMissed) for (const channel of handlers.keys()) notify(channel, '');
        const tookMs = Math.round(performance.now() - stoppedAt);
        return logger.info({ tookMs }, 'The embedded database is open again');
      } catch (error) {
        logger.error({ error }, 'The embedded database could not be opened, trying again');
        rejectQueue(error as Error);
      }
    }
    rejectQueue(new Error('The database is closed'));
  };
  const reopenForMemory = async () => {
    const last = thread;
    if (!last || closing) return;
    logger.warn('The embedded database has taken too much memory, opening it again');
    thread = undefined;
    await last.close().catch(() => undefined);
    // If it ended otherwise, that has it opened again.
    if ((await last.ended) === 'closed') reopening = reopen(0, false);
    await reopening;
  };
  const submit = (statement: Statement) => {
    if (thread) thread.send(statement);
    else if (unavailable) statement.reject(new DatabaseLost(unavailable));
    else queue.push(statement);
  };
  const connect = (timeoutMs: number) => createConnection(submit, () => thread, timeoutMs);
  use(await start());
  return {
    connect,
    listen: async (channel, handler) => {
      const listening = handlers.get(channel) ?? new Set();
      handlers.set(channel, listening.add(handler));
      await connect(0).exec(`listen ${channel}`);
      return async () => {
        listening.delete(handler);
      };
    },
    onMemoryExceeded: (handler) => {
      handleMemoryExceeded = handler;
    },
    close: async () => {
      closing = true;
      await reopening;
      const last = thread;
      if (!last) return;
      const timer = setTimeout(() => {
        last.terminate(new Error('A statement was still running when the database was closed'));
      }, closeTimeoutMs);
      await last.close().catch(() => undefined);
      clearTimeout(timer);
      await last.ended;
    },
  };
}

/**
 * A connection to the thread that is open when its first statement starts. Later statements fail if
 * that thread has ended, because it may have begun a transaction.
 */
function createConnection(
  submit: (statement: Statement) => void,
  getThread: () => DatabaseThread | undefined,
  timeoutMs: number,
): PGliteConnection {
  const connection: Statement['connection'] = {};
  const execute = <Result>(request: WorkerRequest): Promise<Result> => {
    const { thread } = connection;
    if (thread && thread !== getThread()) return Promise.reject(new DatabaseLost());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    submit({ request, connection, timeoutMs, resolve, reject });
    return promise;
  };
  return {
    query: <Row>(sql: string, parameters?: unknown[], options?: { rowMode?: 'array' | 'object' }) =>
      execute<PGliteResult<Row>>({ type: 'query', sql, parameters, options }),
    exec: (script) => execute({ type: 'exec', script }),
    batch: (batch) => execute({ type: 'batch', batch }),
  };
}
