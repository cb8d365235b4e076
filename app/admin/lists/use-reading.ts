import { useCallback, useEffect, useState } from 'react';
import type { Client } from '#app/data/supabase-context.ts';
import { useAdminClient } from '../session.ts';
import { type Reading, type ReadingOptions, startReading } from './reading.ts';

/**
 * Reads something with the client of the back office: at first, whenever `read` is another
 * function, and when asked to.
 *
 * @param read of the module or from useCallback, not made anew on each render
 */
export function useReading<Value>(
  read: (client: Client) => Promise<Value>,
  { failure, keepsStale = false }: ReadingOptions,
): {
  state: Reading<Value>;
  /** Reads it again. */
  reload: () => void;
  /** Changes what was read; nothing where nothing is there. */
  change: (next: (value: Value) => Value) => void;
} {
  const client = useAdminClient();
  const [state, setState] = useState<Reading<Value>>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(
    () => startReading(() => read(client), setState, { failure, keepsStale }),
    [client, read, failure, keepsStale, attempt],
  );

  return {
    state,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    change: useCallback((next) => {
      setState((now) => (now.is === 'ready' ? { ...now, value: next(now.value) } : now));
    }, []),
  };
}
