import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import {
  type Answer,
  type Connection,
  DatabaseLost,
  type Engine,
  StatementTimeout,
} from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import {
  type DatabaseThread,
  type Statement,
  startThread,
  type ThreadEvents,
} from './start-thread.ts';
import type { WorkerRequest } from './thread-messages.ts';
import { keepUp } from './upkeep.ts';

/** How long to wait before a database that has stopped by itself is opened again. */
const reopenDelayMs = 1000;

/** How long statements may still run once the database is to be closed. */
const closeTimeoutMs = 1000;

/**
 * Opens the PostgreSQL inside this process on a folder, and makes the folder on the first start.
 * It runs on a thread of its own. What it acknowledges survives a power cut: see
 * docs/decisions/001-embedded-database.md and 012-database-thread.md.
 *
 * @param directory absolute; created with its parents where missing, readable by its owner only
 * @throws FolderInUse where another process holds the folder; Error where the disk does not sync
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
    // The thread is at work by the time that this one loads what it speaks through.
    const opening = openEngine(directory, logger);
    const [engine, { overEngine }] = await Promise.all([opening, import('./over-engine.ts')]);
    const database: Database = overEngine(engine, () => {
      stopUpkeep();
      unlock();
    });
    const stopUpkeep = keepUp(database, logger);
    return database;
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The thread, and the next one after it has ended: PostgreSQL stops if its log can't be written, as
 * on a full disk, and the thread is terminated if a statement exceeds its time limit. What was
 * committed is there when the folder is opened again. Statements that were not begun wait for that;
 * if it fails they are rejected, and it is tried again. If a change may have been committed without a
 * notification, handlers are then called once with an empty payload.
 */
async function openEngine(directory: string, logger: Logger): Promise<Engine> {
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
  /** What came while there was no thread. */
  let queue: Statement[] = [];
  /** Why statements are not queued: the last attempt to open the folder has failed. */
  let unavailable: Error | undefined;
  let reopening = Promise.resolve();

  const use = (next: DatabaseThread) => {
    thread = next;
    const first = connect(0);
    for (const channel of handlers.keys()) void first.exec(listen(channel)).catch(() => undefined);
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
    reopening = reopen(end.reason instanceof StatementTimeout ? 0 : reopenDelayMs, end);
  };
  const rejectQueue = (reason: Error) => {
    unavailable = reason;
    for (const { reject } of queue) reject(new DatabaseLost(reason));
    queue = [];
  };
  const reopen = async (delayMs: number, { isChangeMissed }: { isChangeMissed: boolean }) => {
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
    if ((await last.ended) === 'closed') reopening = reopen(0, { isChangeMissed: false });
    await reopening;
  };
  const submit = (statement: Statement) => {
    if (thread) thread.send(statement);
    else if (unavailable) statement.reject(new DatabaseLost(unavailable));
    else queue.push(statement);
  };
  const connect = (timeoutMs: number) => connectionOver(submit, () => thread, timeoutMs);
  use(await start());
  return {
    connect,
    listen: async (channel, handler) => {
      const listening = handlers.get(channel) ?? new Set();
      handlers.set(channel, listening.add(handler));
      await connect(0).exec(listen(channel));
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
 * A connection over whichever thread is open when its first statement begins. Statements after that
 * one fail if that thread has ended, because it may have begun a transaction there.
 */
function connectionOver(
  submit: (statement: Statement) => void,
  currentThread: () => DatabaseThread | undefined,
  timeoutMs: number,
): Connection {
  const connection: Statement['connection'] = {};
  const execute = <Result>(request: WorkerRequest): Promise<Result> => {
    const { thread } = connection;
    if (thread && thread !== currentThread()) return Promise.reject(new DatabaseLost());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    submit({ request, connection, timeoutMs, resolve, reject });
    return promise;
  };
  return {
    query: <Row>(sql: string, parameters?: unknown[], options?: { rowMode?: 'array' | 'object' }) =>
      execute<Answer<Row>>({ do: 'query', sql, parameters, options }),
    exec: (script) => execute({ do: 'exec', script }),
    batch: (batch) => execute({ do: 'batch', batch }),
  };
}

function listen(channel: string): string {
  return `listen ${channel}`;
}
