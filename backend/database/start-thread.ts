import { Worker } from 'node:worker_threads';
import { type Answer, type Connection, DatabaseLost } from './engine.ts';
import {
  isEnd,
  type NumberedOrder,
  type Order,
  putTogether,
  type Report,
} from './thread-messages.ts';

/** An embedded PostgreSQL on a thread of its own, from its start to its end. */
export type DatabaseThread = Connection & {
  close(): Promise<void>;
  /** Settles once the thread has ended: with nothing where it was closed, else with the reason. */
  readonly ended: Promise<DatabaseLost | undefined>;
};

export type ThreadEvents = {
  onNotification: (channel: string, payload: string) => void;
  /** The disk has refused a sync. The thread stands still, and nothing may be acknowledged any more. */
  onSyncFailure: (error: Error) => void;
};

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

/**
 * Opens a folder on a thread of its own. The thread keeps the process alive only while it works.
 *
 * @throws what PostgreSQL or the disk said where the folder could not be opened
 */
export async function startThread(
  directory: string,
  { onNotification, onSyncFailure }: ThreadEvents,
): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./database-thread.ts', import.meta.url), {
    workerData: { directory },
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closing = false;
  let lost: DatabaseLost | undefined;
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<DatabaseLost | undefined>();

  const lose = (cause: unknown) => {
    lost ??= new DatabaseLost(cause);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
    opened.reject(cause);
    void worker.terminate();
  };
  const settle = (id: number, act: (order: Waiting) => void) => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0 && !closing) worker.unref();
    if (order) act(order);
  };
  const give = <Outcome>(order: Order): Promise<Outcome> => {
    if (lost || closing) return Promise.reject(lost ?? new Error('The database is closed'));
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    lastId += 1;
    worker.postMessage({ id: lastId, order } satisfies NumberedOrder);
    if (waiting.size === 0) worker.ref();
    waiting.set(lastId, { resolve, reject });
    return promise;
  };

  worker.on('message', (report: Report) => {
    switch (report.of) {
      case 'opened':
        worker.unref();
        return opened.resolve();
      case 'refused':
      case 'end':
        return lose(putTogether(report.error));
      case 'answer':
        return settle(report.id, ({ resolve }) => resolve(report.answer as never));
      case 'failure': {
        const error = putTogether(report.error);
        return isEnd(error) ? lose(error) : settle(report.id, ({ reject }) => reject(error));
      }
      case 'notification':
        return onNotification(report.channel, report.payload);
      case 'sync failure':
        return onSyncFailure(putTogether(report.error));
    }
  });
  worker.on('error', lose);
  worker.on('exit', () => {
    if (!closing) lose(new Error('The thread of the embedded database has ended'));
    ended.resolve(lost);
  });

  await opened.promise;
  return {
    query: <Row>(sql: string, parameters?: unknown[], options?: { rowMode?: 'array' | 'object' }) =>
      give<Answer<Row>>({ do: 'query', sql, parameters, options }),
    exec: (script) => give({ do: 'exec', script }),
    batch: (batch) => give({ do: 'batch', batch }),
    close: async () => {
      if (lost || closing) return;
      const closed = give<void>({ do: 'close' });
      closing = true;
      await closed;
      await ended.promise;
    },
    ended: ended.promise,
  };
}
