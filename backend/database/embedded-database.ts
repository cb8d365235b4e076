import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { createDatabase, type Database, DatabaseLost, StatementTimeout } from './database.ts';
import { exchangeFolders, settleExchange } from './folder-exchange.ts';
import { lockFolder } from './folder-lock.ts';
import { startMaintenance } from './maintenance.ts';
import type { PGliteConnection, PGliteHost, PGliteResult } from './pglite-engine.ts';
import {
  deserializeError,
  isFatal,
  type NumberedRequest,
  Progress,
  type ThreadData,
  type WorkerMessage,
  type WorkerRequest,
} from './thread-messages.ts';

/** How long to wait before reopening a database that stopped by itself. */
const reopenDelayMs = 1000;

/** How long running statements get when the database closes. */
const closeTimeoutMs = 1000;

/**
 * Opens the embedded PostgreSQL on a folder, and creates the folder on the first start. It runs on
 * its own thread. Acknowledged writes survive a power cut: see
 * docs/decisions/001-embedded-database.md.
 *
 * @param directory absolute; created with its parents if missing, readable by its owner only
 * @param isCopy true if nothing is lost without this folder: a failed sync then ends the database, not the process
 * @throws FolderInUse if another process has the folder; Error if the disk does not sync
 */
export async function createEmbeddedDatabase({
  directory,
  isCopy = false,
  logger,
}: {
  directory: string;
  isCopy?: boolean;
  logger: Logger;
}): Promise<Database> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  try {
    const removeFormer = settleExchange(directory);
    // Kysely is loaded while the thread starts.
    const [host, { createPGliteEngine }] = await Promise.all([
      openHost(directory, isCopy, logger),
      import('./pglite-engine.ts'),
    ]);
    removeFormer();
    const engine = createPGliteEngine(host, () => {
      maintenance.stop();
      unlock();
    });
    const maintenance = startMaintenance(engine, logger);
    return { ...createDatabase(engine), pauseVacuum: maintenance.pauseVacuum };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Starts the database thread, and the next one if it ends: PostgreSQL stops if its log can't be
 * written, as on a full disk, and the watchdog terminates the thread of a statement that exceeds
 * its time limit. Statements that were not started wait until the folder is open again; if opening
 * fails, they are rejected and opening is retried. If a change may have been committed without a
 * notification, handlers are then called once with an empty payload.
 */
async function openHost(directory: string, isCopy: boolean, logger: Logger): Promise<PGliteHost> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const notify = (channel: string, payload: string) => {
    for (const handler of handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        logger.error({ error, channel }, 'Database notification handler failed');
      }
    }
  };
  let wasmModule: WebAssembly.Module | undefined;
  const start = async () => {
    const events: ThreadEvents = {
      onNotification: notify,
      onSyncFailure: (error) => {
        closing ||= isCopy;
        if (isCopy) return;
        logger.fatal(
          { error },
          'Database sync to disk failed, stopping so that nothing unsaved is acknowledged',
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
  let replacing = false;
  let thread: DatabaseThread | undefined;
  /** Statements that were sent while no thread was running. */
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
    if (replacing) return;
    logger.error({ error: end.reason }, 'Embedded database failed, retry scheduled');
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
        return logger.info({ tookMs }, 'Embedded database reopened');
      } catch (error) {
        logger.error({ error }, 'Embedded database open failed, retry scheduled');
        rejectQueue(error as Error);
      }
    }
    rejectQueue(new Error('The database is closed'));
  };
  const reopenForMemory = async () => {
    const last = thread;
    if (!last || closing) return;
    logger.warn('Embedded database memory limit exceeded, reopening it');
    thread = undefined;
    await last.close().catch(() => undefined);
    // If the thread ended in another way, watch() reopens it.
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
    replaceFolder: async (next) => {
      await reopening;
      const last = thread;
      if (!last || closing) throw new DatabaseLost();
      thread = undefined;
      replacing = true;
      await last.close().catch(() => undefined);
      await last.ended;
      replacing = false;
      let exchanged: ReturnType<typeof exchangeFolders> | undefined;
      try {
        exchanged = exchangeFolders(directory, next);
        use(await start());
      } catch (error) {
        exchanged?.undo();
        reopening = reopen(0, false);
        await reopening;
        throw error;
      }
      for (const channel of handlers.keys()) notify(channel, '');
      try {
        exchanged.finish();
      } catch (error) {
        logger.error({ error }, 'Old database folder deletion failed, retry at the next start');
      }
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

/**
 * The thread's V8 stack. At the default of 4 MB, some regular expressions of twenty characters
 * overflow it and stop PostgreSQL. At this size, PostgreSQL's own limits stop every recursion
 * first.
 */
const stackSizeMb = 64;

/**
 * Three times what the largest content needs. PostgreSQL caches some input as long as it runs, such
 * as time zone names, and WebAssembly memory never shrinks.
 */
const maxMemoryBytes = 512 * 1024 * 1024;

/** How often the running statement is compared with its time limit. */
const watchdogIntervalMs = 50;

/** A request to the database thread, with the functions that settle it. */
type Statement = {
  request: WorkerRequest;
  /** `thread` started the connection's first statement. */
  connection: { thread?: DatabaseThread };
  /** How long it may run, not counting the time it waits; 0 for no limit. */
  timeoutMs: number;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
};

/**
 * How a thread ended: closed, or with a reason and with the statements that it had not begun.
 * `isChangeMissed` if it may have committed a change without a notification.
 */
type ThreadEnd = 'closed' | { reason: Error; unstarted: Statement[]; isChangeMissed: boolean };

/** An embedded PostgreSQL on a thread of its own, from its start to its end. */
type DatabaseThread = {
  /** Sends a statement; statements run in the order of the calls. */
  send(statement: Statement): void;
  /** Closes the database after the statements sent so far. */
  close(): Promise<void>;
  /** Ends the thread at once. PostgreSQL recovers when the folder is opened again. */
  terminate(reason: Error): void;
  readonly ended: Promise<ThreadEnd>;
};

type ThreadEvents = {
  onNotification: (channel: string, payload: string) => void;
  /** A sync failed. The thread blocks, nothing may be acknowledged from now on, and the thread is terminated. */
  onSyncFailure: (error: Error) => void;
  /** PostgreSQL has taken more than `maxMemoryBytes`, which it never gives back. Called once. */
  onMemoryExceeded: () => void;
};

/**
 * Opens a folder on a thread of its own. The thread keeps the process alive only while it works. A
 * statement that exceeds its limit is rejected with StatementTimeout, and the thread terminated,
 * since nothing else interrupts PGlite.
 *
 * @param wasmModule the code of an earlier thread, so that it isn't compiled again
 * @throws what PostgreSQL or the disk reported if the folder could not be opened
 */
async function startThread(
  directory: string,
  { onNotification, onSyncFailure, onMemoryExceeded }: ThreadEvents,
  wasmModule?: WebAssembly.Module,
): Promise<{ thread: DatabaseThread; wasmModule: WebAssembly.Module }> {
  const progress = new Progress();
  const worker = new Worker(new URL('./database-thread.ts', import.meta.url), {
    workerData: { directory, progress: progress.memory, wasmModule } satisfies ThreadData,
    resourceLimits: { stackSizeMb },
  });
  const sent = new Map<number, Statement>();
  let lastId = 0;
  let closing = false;
  let reason: Error | undefined;
  const opened = Promise.withResolvers<WebAssembly.Module>();
  const ended = Promise.withResolvers<ThreadEnd>();

  const terminate = (cause: Error) => {
    reason ??= cause;
    void worker.terminate();
  };
  const settle = (id: number, act: (statement: Statement) => void) => {
    const statement = sent.get(id);
    sent.delete(id);
    if (sent.size === 0 && !closing) worker.unref();
    if (!statement) return;
    statement.connection.thread = thread;
    act(statement);
  };
  const send = (statement: Statement) => {
    lastId += 1;
    worker.postMessage({ id: lastId, request: statement.request } satisfies NumberedRequest);
    if (sent.size === 0) worker.ref();
    sent.set(lastId, statement);
  };
  let isMemoryReported = false;
  const watchdog = setInterval(() => {
    const { started, finished, elapsedMs, memoryBytes } = progress;
    if (memoryBytes > maxMemoryBytes && !isMemoryReported) {
      isMemoryReported = true;
      onMemoryExceeded();
    }
    const running = started > finished ? sent.get(started) : undefined;
    if (running && running.timeoutMs > 0 && elapsedMs > running.timeoutMs) {
      terminate(new StatementTimeout());
    }
  }, watchdogIntervalMs);
  watchdog.unref();

  worker.on('message', (message: WorkerMessage) => {
    switch (message.type) {
      case 'opened':
        worker.unref();
        return opened.resolve(message.wasmModule);
      case 'open error':
      case 'aborted':
        return terminate(deserializeError(message.error));
      case 'result':
        return settle(message.id, ({ resolve }) => resolve(message.result as never));
      case 'error': {
        const error = deserializeError(message.error);
        return isFatal(error)
          ? terminate(error)
          : settle(message.id, ({ reject }) => reject(error));
      }
      case 'notification':
        return onNotification(message.channel, message.payload);
      case 'sync error':
        onSyncFailure(deserializeError(message.error));
        return terminate(deserializeError(message.error));
    }
  });
  worker.on('error', terminate);
  worker.on('exit', () => {
    clearInterval(watchdog);
    if (closing && !reason && sent.size === 0) return ended.resolve('closed');
    reason ??= new Error("The embedded database's thread has ended");
    opened.reject(reason);
    ended.resolve({ reason, ...rejectStarted(sent, progress, reason) });
  });

  const thread: DatabaseThread = {
    send,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      send({ request: { type: 'close' }, connection: {}, timeoutMs: 0, ...closed });
      closing = true;
      await closed.promise;
      await ended.promise;
    },
    terminate,
    ended: ended.promise,
  };
  return { thread, wasmModule: await opened.promise };
}

/**
 * Rejects the statements that the ended thread had begun and those that belong to a transaction it
 * had begun. Returns the others, and whether one of the former may have been committed.
 */
function rejectStarted(
  sent: Map<number, Statement>,
  { started, finished }: Progress,
  reason: Error,
): { unstarted: Statement[]; isChangeMissed: boolean } {
  const unstarted: Statement[] = [];
  let isChangeMissed = false;
  const lost = new Set<Statement['connection']>();
  for (const [id, statement] of sent) {
    const { connection, request, reject } = statement;
    const isFirst = !connection.thread && !lost.has(connection);
    if (id > started && isFirst && request.type !== 'close') {
      unstarted.push(statement);
      continue;
    }
    lost.add(connection);
    if (id <= started && !(request.type === 'batch' && request.batch.readOnly))
      isChangeMissed = true;
    const isRunning = id <= started && id > finished;
    // A finished statement has lost its result, but its work is done.
    reject(
      isRunning && reason instanceof StatementTimeout
        ? reason
        : new DatabaseLost(reason, isRunning),
    );
  }
  return { unstarted, isChangeMissed };
}
