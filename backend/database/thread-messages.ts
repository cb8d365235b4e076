import type { Batch, TextRow } from './database.ts';
import type { PGliteResult } from './pglite-engine.ts';

// Structured clones keep dates, bytes and big integers, but only the message of an error.

/** A message from the main thread. The database thread works in the order they were sent. */
export type WorkerRequest =
  | {
      type: 'query';
      sql: string;
      parameters?: unknown[];
      options?: { rowMode?: 'array' | 'object' };
    }
  | { type: 'exec'; script: string }
  | { type: 'batch'; batch: Batch }
  | { type: 'close' };

/** The database thread's start data. */
export type ThreadData = {
  directory: string;
  progress: SharedArrayBuffer;
  /** The last thread's code, so that it isn't compiled again. */
  wasmModule: WebAssembly.Module | undefined;
};

/** A request with the number that its result will carry; numbers only ever grow. */
export type NumberedRequest = { id: number; request: WorkerRequest };

/** A message from the database thread. */
export type WorkerMessage =
  | { type: 'opened'; wasmModule: WebAssembly.Module }
  | { type: 'open error'; error: SerializedError }
  | { type: 'result'; id: number; result: PGliteResult | PGliteResult[] | TextRow[] | undefined }
  | { type: 'error'; id: number; error: SerializedError }
  | { type: 'notification'; channel: string; payload: string }
  /** PostgreSQL has aborted. */
  | { type: 'aborted'; error: SerializedError }
  | { type: 'sync error'; error: SerializedError };

type SerializedError = {
  message: string;
  stack: string | undefined;
  /** PostgreSQL's fields, or the system's. */
  fields: Record<string, unknown>;
};

/** Converts anything thrown to an object that `postMessage` can clone. */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, fields: {} };
  return { message: error.message, stack: error.stack, fields: { ...error } };
}

/** Converts a message of `serializeError` back to an Error with its fields, such as PostgreSQL's `code`. */
export function deserializeError({ message, stack, fields }: SerializedError): Error {
  const error = Object.assign(new Error(message), fields);
  if (stack) error.stack = stack;
  return error;
}

/** Returns true for an error after which PostgreSQL stops. */
export function isFatal(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error)) return false;
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/**
 * The progress of the database thread, in memory that both threads share: the main thread can read it
 * while a statement runs, and after the thread was terminated.
 */
export class Progress {
  readonly #values: BigInt64Array<SharedArrayBuffer>;

  /** @param memory the other thread's; a new one if left out */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(40)) {
    this.#values = new BigInt64Array(memory);
  }

  get memory(): SharedArrayBuffer {
    return this.#values.buffer;
  }

  start(id: number) {
    Atomics.store(this.#values, 2, process.hrtime.bigint());
    Atomics.store(this.#values, 0, BigInt(id));
  }

  /** @param memoryBytes the memory PostgreSQL has taken so far, which it never frees */
  finish(id: number, memoryBytes: number) {
    Atomics.store(this.#values, 4, BigInt(memoryBytes));
    Atomics.store(this.#values, 1, BigInt(id));
  }

  get memoryBytes(): number {
    return Number(Atomics.load(this.#values, 4));
  }

  /** Stops the clock while the disk syncs, which can take seconds. */
  suspend() {
    Atomics.store(this.#values, 3, process.hrtime.bigint());
  }

  resume() {
    const duration = process.hrtime.bigint() - Atomics.load(this.#values, 3);
    Atomics.add(this.#values, 2, duration);
    Atomics.store(this.#values, 3, 0n);
  }

  /** The number of the last request that was started. */
  get started(): number {
    return Number(Atomics.load(this.#values, 0));
  }

  /** The number of the last request that was finished. */
  get finished(): number {
    return Number(Atomics.load(this.#values, 1));
  }

  /** How long the last request has run; both threads read the same monotonic clock. */
  get elapsedMs(): number {
    const now = Atomics.load(this.#values, 3) || process.hrtime.bigint();
    return Number(now - Atomics.load(this.#values, 2)) / 1e6;
  }
}
