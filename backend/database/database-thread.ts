import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type PGlite, protocol } from '@electric-sql/pglite';
import { createMutex } from '#backend/mutex.ts';
import { type Batch, PreparedStatements, type TextRow, toTextRow } from './database.ts';
import { compilePGlite, openFolder } from './durable-pglite.ts';
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

const { serialize } = protocol;

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

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/**
 * Creates a function that sends PGlite all statements of a batch in one message. Up to `Sync` they are
 * one transaction, and after an error the rest is skipped
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * The function resolves to the rows of the last statement. It rejects with PostgreSQL's error, or with a
 * PANIC if the result is incomplete.
 */
export function createBatchRunner(pglite: PGlite): (batch: Batch) => Promise<TextRow[]> {
  const prepared = new PreparedStatements();
  return (batch) =>
    pglite.runExclusive(async () => {
      try {
        const messages = await pglite.execProtocolStream(createMessage(batch, prepared));
        const done = messages.filter(({ name }) => name === 'commandComplete');
        if (done.length < batch.statements.length) throw incompleteError();
        return readLastRows(messages);
      } catch (error) {
        prepared.forget(batch);
        throw error;
      }
    });
}

/** The error for a WebAssembly trap, which PGlite swallows. */
function incompleteError(): Error {
  const error = new Error('The database aborted a statement');
  return Object.assign(error, { severity: 'PANIC', code: 'XX000' });
}

function createMessage({ role, statements }: Batch, prepared: PreparedStatements): Uint8Array {
  const parts = statements.flatMap(({ sql, parameters }) => {
    const { name, isNew } = prepared.prepare(role, sql);
    return [
      ...(isNew ? [serialize.parse({ name, text: sql })] : []),
      serialize.bind({ statement: name, values: parameters }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
  });
  const closing = prepared.takeNamesToClose().map((name) => serialize.close({ type: 'S', name }));
  return Buffer.concat([...closing, ...parts, serialize.sync()]);
}

function readLastRows(messages: Message[]): TextRow[] {
  let names: string[] = [];
  let rows: TextRow[] = [];
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      names = message.fields.map(({ name }) => name);
      rows = [];
    } else if (message instanceof protocol.messages.DataRowMessage) {
      rows.push(toTextRow(names, message.fields));
    }
  }
  return rows;
}

// Tests import this file for a database of their own thread.
if (import.meta.main && parentPort) await serve(parentPort, workerData as ThreadData);
