import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and while the page hydrates: what only the browser knows is rendered afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
