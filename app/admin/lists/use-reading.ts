import { useCallback, useEffect, useState } from 'react';
import type { Client } from '#app/data/supabase-context.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

type ReadingState<Value> =
  | { is: 'loading' }
  | { is: 'failed' }
  /** `stale`: it could not be read again since. */
  | { is: 'ready'; value: Value; stale: boolean };

/**
 * Reads something with `read` (a function of the module, not made anew on each render). What was
 * read stays in sight while it is read again, and where that fails.
 */
export function useReading<Value>(read: (client: Client) => Promise<Value>): {
  state: ReadingState<Value>;
  reload: () => void;
} {
  const client = useAdminClient();
  const [state, setState] = useState<ReadingState<Value>>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    setState((now) => (now.is === 'ready' ? now : { is: 'loading' }));
    read(client).then(
      (value) => {
        if (current) setState({ is: 'ready', value, stale: false });
      },
      (error) => {
        logFailure('Could not read the statistics', error);
        if (!current) return;
        setState((now) => (now.is === 'ready' ? { ...now, stale: true } : { is: 'failed' }));
      },
    );
    return () => {
      current = false;
    };
  }, [client, read, attempt]);

  return { state, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
