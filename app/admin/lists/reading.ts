import { logFailure } from '../log.ts';

/** Something that is read, as far as it has come. */
export type Reading<Value> =
  | { is: 'loading' }
  | { is: 'failed' }
  /** `busy`: it is being read again. `stale`: it could not be read again since. */
  | { is: 'ready'; value: Value; busy: boolean; stale: boolean };

/** Replaces the state that is there when it is called, as React's setState does. */
type Change<Value> = (next: (now: Reading<Value>) => Reading<Value>) => void;

/** What is done about a reading that fails. */
export type ReadingOptions = {
  /** How the log tells of a failure, such as 'Could not read the list'. */
  failure: string;
  /**
   * Whether what was read stays, as stale, where it can't be read again; otherwise that is a
   * failure like any.
   */
  keepsStale?: boolean;
};

/**
 * Reads once, and changes a state by what comes of it. What was read before stays in sight until
 * the answer is there. A failure is logged.
 *
 * @returns ends it: an answer that comes later changes nothing
 */
export function startReading<Value>(
  read: () => Promise<Value>,
  change: Change<Value>,
  { failure, keepsStale = false }: ReadingOptions,
): () => void {
  let current = true;
  change((now) => (now.is === 'ready' ? { ...now, busy: true } : { is: 'loading' }));
  read().then(
    (value) => {
      if (current) change(() => ({ is: 'ready', value, busy: false, stale: false }));
    },
    (error) => {
      logFailure(failure, error);
      if (!current) return;
      change((now) =>
        keepsStale && now.is === 'ready' ? { ...now, busy: false, stale: true } : { is: 'failed' },
      );
    },
  );
  return () => {
    current = false;
  };
}
