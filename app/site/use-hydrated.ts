import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and during hydration. Render what only the browser knows once it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
