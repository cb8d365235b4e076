import type { Batch, TextRow } from './batch.ts';
import type { Answer } from './engine.ts';

// What the embedded database's thread and the thread of the website say to each other. Values go by
// structured clone, which keeps dates, bytes and big integers, but of an error only its message.

/** What the thread is asked to do; it works in the order of asking. */
export type Order =
  | { do: 'query'; sql: string; parameters?: unknown[]; options?: { rowMode?: 'array' | 'object' } }
  | { do: 'exec'; script: string }
  | { do: 'batch'; batch: Batch }
  | { do: 'close' };

/** An order with the number that its outcome will carry. */
export type NumberedOrder = { id: number; order: Order };

/** What the thread says. */
export type Report =
  | { of: 'opened' }
  | { of: 'refused'; error: ErrorParts }
  | { of: 'answer'; id: number; answer: Answer | Answer[] | TextRow[] | undefined }
  | { of: 'failure'; id: number; error: ErrorParts }
  | { of: 'notification'; channel: string; payload: string }
  /** PostgreSQL has given itself up. */
  | { of: 'end'; error: ErrorParts }
  | { of: 'sync failure'; error: ErrorParts };

/** An error taken apart: its message and stack, and the fields that PostgreSQL or the system gave it. */
export type ErrorParts = {
  message: string;
  stack: string | undefined;
  fields: Record<string, unknown>;
};

/** Takes an error apart, so that it can be sent with all its fields. */
export function takeApart(error: unknown): ErrorParts {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, fields: {} };
  return { message: error.message, stack: error.stack, fields: { ...error } };
}

/** Makes the error again. */
export function putTogether({ message, stack, fields }: ErrorParts): Error {
  const error = Object.assign(new Error(message), fields);
  if (stack) error.stack = stack;
  return error;
}

/** Tells an error after which PostgreSQL does not go on: it has ended, or it must. */
export function isEnd(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error)) return false;
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}
