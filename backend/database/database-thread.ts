import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { oneAtATime } from '#backend/one-at-a-time.ts';
import type { Batch, TextRow } from './batch.ts';
import type { Answer } from './engine.ts';
import { openFolder } from './open-folder.ts';
import { batchesOver, brokenOff } from './pglite-batch.ts';
import {
  isEnd,
  type NumberedOrder,
  type Order,
  type Report,
  takeApart,
} from './thread-messages.ts';

// The thread that the embedded database runs on, so that a slow statement holds up nothing but the
// statements behind it. Its folder comes as workerData; it ends when it is told to close.

/** How long the other thread may take to log the end, and to end this one or the process; milliseconds. */
const lastWords = 2000;

if (!parentPort) throw new Error('This file is the entry of a worker thread');
await serve(parentPort, workerData as { directory: string });

async function serve(port: MessagePort, { directory }: { directory: string }) {
  const report = (message: Report) => port.postMessage(message);
  const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lastWords);
  const opened = openFolder(
    directory,
    (error) => {
      report({ of: 'sync failure', error: takeApart(error) });
      // Nothing may follow a failed sync: this thread stands still until the process has ended.
      standStill();
      process.kill(process.pid, 'SIGKILL');
    },
    (error) => {
      report({ of: 'end', error: takeApart(error) });
      standStill();
      process.exit();
    },
  );
  const pglite = await opened.catch((error) => {
    report({ of: 'refused', error: takeApart(error) });
  });
  if (!pglite) return;
  const inTurn = oneAtATime();
  const runBatch = batchesOver(pglite);
  let broken = false;
  const answer = async ({ id, order }: NumberedOrder) => {
    if (broken) return;
    try {
      report({ of: 'answer', id, answer: await carryOut(pglite, runBatch, order) });
    } catch (error) {
      broken = isEnd(error);
      report({ of: 'failure', id, error: takeApart(error) });
    }
    if (broken || order.do === 'close') port.close();
  };
  port.on('message', (message: NumberedOrder) => inTurn(() => answer(message)));
  pglite.onNotification((channel, payload) => report({ of: 'notification', channel, payload }));
  report({ of: 'opened' });
}

async function carryOut(
  pglite: PGlite,
  runBatch: (batch: Batch) => Promise<TextRow[]>,
  order: Order,
): Promise<Answer | Answer[] | TextRow[] | undefined> {
  switch (order.do) {
    case 'query': {
      const answer = await pglite.query(order.sql, order.parameters, order.options);
      // PGlite swallows a trap of the WebAssembly module, and its answer then lacks the end.
      if (answer.command === undefined) throw brokenOff();
      return answer;
    }
    case 'exec':
      return pglite.exec(order.script);
    case 'batch':
      return runBatch(order.batch);
    case 'close':
      await pglite.close();
  }
}
