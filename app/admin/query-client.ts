import {
  focusManager,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { mailStatusKey } from '#app/lib/mail-status.ts';
import { logError } from './log-error.ts';

/**
 * A query's key begins with the table that it reads. A mutation with the key of a table invalidates
 * that table's queries, and is pending until they are refetched.
 */
export function createQueryClient(): QueryClient {
  // Pending mutations are rendered in the same frame as the click.
  notifyManager.setScheduler((callback) => queueMicrotask(callback));
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus();
    window.addEventListener('visibilitychange', listener);
    window.addEventListener('focus', listener);
    return () => {
      window.removeEventListener('visibilitychange', listener);
      window.removeEventListener('focus', listener);
    };
  });
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => logError(`Read failed: ${queryKey[0]}`, error),
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, { options }) =>
        options.mutationKey && invalidateTable(queryClient, String(options.mutationKey[0])),
      onError: (error, _variables, _context, { options }) =>
        options.mutationKey && logError(`Write failed: ${options.mutationKey[0]}`, error),
    }),
    defaultOptions: {
      // supabase-js retries reads itself. Offline, a request fails at once instead of waiting.
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true, staleTime: 1000 },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}

export const pollIntervalMs = 20_000;

export const formQueryOptions = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** Options of a query that is read once when a dialog opens. Changes to its tables don't reach it. */
export const openedQueryOptions = (...key: string[]) => ({
  queryKey: ['opened', ...key],
  ...formQueryOptions,
});

export async function invalidateTable(queryClient: QueryClient, table: string): Promise<void> {
  void readAgain(queryClient, ['dashboard']);
  await readAgain(queryClient, [table]);
}

export async function readAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  // Invalidating does not repeat a first read, whose answer may be older than the write.
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** Returns whether a mail server is set up, as the shell has read it; true while that is unknown. */
export function useHasMailServer(): () => boolean {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData(mailStatusKey) !== false;
}
