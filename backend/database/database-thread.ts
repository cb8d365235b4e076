import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { createMutex } from '#backend/mutex.ts';
import type { TextRow } from './database.ts';
import { compilePGlite, openFolder } from './durable-pglite.ts';
import { createBatchRunner, incompleteError } from './pglite-batch.ts';
import type { PGliteResult } from './pglite-engine.ts';
import {
  isFatal,
  type NumberedRequest,
  Progress,
  serializeError,
  type ThreadData,
  type WorkerMessage,
  type WorkerRequest,
} from './thread-messages.ts';

// Runs the embedded database, so that a slow statement delays only the statements behind it.

/** How long the main thread has to log an error and end this thread or the process. */
const endTimeoutMs = 2000;

/** As nice(2) counts: 0 is the main thread's, 19 the lowest. */
const threadPriority = 5;

if (!parentPort) throw new Error('This file is the entry of a worker thread');
await serve(parentPort, workerData as ThreadData);

async function serve(
  port: MessagePort,
  { directory, progress: memory, wasmModule: lastModule }: ThreadData,
) {
  const wasmModule = lastModule ?? (await compilePGlite());
  const progress = new Progress(memory);
  // On Linux this applies to the calling thread only. Cached pages come first on few processors.
  if (process.platform === 'linux') setPriority(threadPriority);
  const send = (message: WorkerMessage, moved: ArrayBuffer[] = []) =>
    port.postMessage(message, moved);
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, endTimeoutMs);
  const opened = openFolder(
    directory,
    (error) => {
      send({ type: 'sync error', error: serializeError(error) });
      // Nothing may follow a failed sync, so this thread blocks until the process ends.
      block();
      process.kill(process.pid, 'SIGKILL');
    },
    (error) => {
      send({ type: 'aborted', error: serializeError(error) });
      block();
      process.exit();
    },
    progress,
    wasmModule,
  );
  const pglite = await opened.catch((error) => {
    send({ type: 'open error', error: serializeError(error) });
  });
  if (!pglite) return;
  const runExclusive = createMutex();
  const runBatch = createBatchRunner(pglite);
  let broken = false;
  const handle = async ({ id, request }: NumberedRequest) => {
    if (broken) return;
    progress.start(id);
    try {
      if (request.type === 'batch') {
        const result = await runBatch(request.batch);
        send({ type: 'result', id, result }, getBuffers(result));
      } else {
        send({ type: 'result', id, result: await execute(pglite, request) });
      }
    } catch (error) {
      broken = isFatal(error);
      send({ type: 'error', id, error: serializeError(error) });
    }
    if (!broken) progress.finish(id, getMemoryBytes(pglite));
    if (broken || request.type === 'close') port.close();
  };
  port.on('message', (message: NumberedRequest) => runExclusive(() => handle(message)));
  pglite.onNotification((channel, payload) => send({ type: 'notification', channel, payload }));
  send({ type: 'opened', wasmModule });
}

/** The memory of encoded values, which is moved to the main thread instead of copied. */
function getBuffers(rows: TextRow[]): ArrayBuffer[] {
  const values = rows.flatMap((row) => Object.values(row));
  return values.filter((value) => value instanceof Uint8Array).map(({ buffer }) => buffer);
}

function getMemoryBytes({ Module }: PGlite): number {
  return (Module as unknown as { HEAPU8: Uint8Array }).HEAPU8.byteLength;
}

async function execute(
  pglite: PGlite,
  request: Exclude<WorkerRequest, { type: 'batch' }>,
): Promise<PGliteResult | PGliteResult[] | undefined> {
  switch (request.type) {
    case 'query': {
      const result = await pglite.query(request.sql, request.parameters, request.options);
      // PGlite swallows traps of the WebAssembly module and returns an incomplete result.
      if (result.command === undefined) throw incompleteError();
      return result;
    }
    case 'exec':
      return pglite.exec(request.script);
    case 'close':
      await pglite.close();
  }
}
