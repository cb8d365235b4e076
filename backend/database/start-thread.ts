import { Worker } from 'node:worker_threads';
import { DatabaseLost, StatementTimeout } from './engine.ts';
import {
  deserializeError,
  isFatal,
  type NumberedRequest,
  Progress,
  type ThreadData,
  type WorkerMessage,
  type WorkerRequest,
} from './thread-messages.ts';

/**
 * V8's stack for the thread. With its default of 4 MB, some regular expressions of twenty characters
 * overflow it, which stops PostgreSQL. With this much, PostgreSQL's own limits end every recursion first.
 */
const stackSizeMb = 64;

/**
 * Three times what the largest content takes. Some input is cached by PostgreSQL for as long as it runs,
 * such as names of time zones, and a WebAssembly memory never shrinks.
 */
const maxMemoryBytes = 512 * 1024 * 1024;

/** How often the running statement is compared with its time limit. */
const watchdogIntervalMs = 50;

/** A request to the database thread, with what settles it. */
export type Statement = {
  request: WorkerRequest;
  /** `thread` is the one that has started the connection's first statement. */
  connection: { thread?: DatabaseThread };
  /** How long it may run, without the time it waits; 0 for no limit. */
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
export type DatabaseThread = {
  /** Sends a statement; statements run in the order of the calls. */
  send(statement: Statement): void;
  /** Closes the database behind the statements sent so far. */
  close(): Promise<void>;
  /** Ends the thread at once. PostgreSQL recovers when the folder is opened again. */
  terminate(reason: Error): void;
  readonly ended: Promise<ThreadEnd>;
};

export type ThreadEvents = {
  onNotification: (channel: string, payload: string) => void;
  /** A sync has failed. The thread blocks, and nothing may be acknowledged any more. */
  onSyncFailure: (error: Error) => void;
  /** PostgreSQL has taken more than `maxMemoryBytes`, which it never gives back. Called once. */
  onMemoryExceeded: () => void;
};

/**
 * Opens a folder on a thread of its own. The thread keeps the process alive only while it works. A
 * statement that exceeds its limit is rejected with StatementTimeout, and the thread terminated, since
 * nothing else interrupts PGlite.
 *
 * @param wasmModule the code of a thread before, so that it is not translated once more
 * @throws what PostgreSQL or the disk reported if the folder could not be opened
 */
export async function startThread(
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
        return onSyncFailure(deserializeError(message.error));
    }
  });
  worker.on('error', terminate);
  worker.on('exit', () => {
    clearInterval(watchdog);
    if (closing && !reason && sent.size === 0) return ended.resolve('closed');
    reason ??= new Error('The thread of the embedded database has ended');
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
    // Of what was finished the result is lost, not the work.
    reject(
      isRunning && reason instanceof StatementTimeout
        ? reason
        : new DatabaseLost(reason, isRunning),
    );
  }
  return { unstarted, isChangeMissed };
}
