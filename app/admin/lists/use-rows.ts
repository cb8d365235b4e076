import { useCallback, useEffect, useState } from 'react';
import type { Client } from '#app/data/supabase-context.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

type RowsState<Row> = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; rows: Row[] };

/** A list as the screen shows it, and how it changes after the server has agreed. */
export type Rows<Row> = {
  state: RowsState<Row>;
  reload: () => void;
  replace: (row: Row) => void;
  remove: (id: string) => void;
};

/** Reads a list with `read` (a function of the module, not made anew on each render). */
export function useRows<Row extends { id: string }>(
  read: (client: Client) => Promise<Row[]>,
): Rows<Row> {
  const client = useAdminClient();
  const [state, setState] = useState<RowsState<Row>>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    // A list that stands already stays in sight while it is read anew.
    setState((now) => (now.is === 'ready' ? now : { is: 'loading' }));
    read(client).then(
      (rows) => {
        if (current) setState({ is: 'ready', rows });
      },
      (error) => {
        logFailure('Could not read the list', error);
        if (current) setState({ is: 'failed' });
      },
    );
    return () => {
      current = false;
    };
  }, [client, read, attempt]);

  const change = useCallback((next: (rows: Row[]) => Row[]) => {
    setState((now) => (now.is === 'ready' ? { is: 'ready', rows: next(now.rows) } : now));
  }, []);

  return {
    state,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    replace: useCallback(
      (row: Row) => change((rows) => rows.map((old) => (old.id === row.id ? row : old))),
      [change],
    ),
    remove: useCallback(
      (id: string) => change((rows) => rows.filter((row) => row.id !== id)),
      [change],
    ),
  };
}
