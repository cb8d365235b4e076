import { useEffect, useRef } from 'react';
import { pollWhileVisible } from '../poller.ts';

/**
 * Calls `refresh` every `interval` milliseconds while somebody can see the page, and as soon as they
 * come back to it.
 */
export function useRefresh(refresh: () => void, interval: number): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(
    () => pollWhileVisible({ look: async () => latest.current(), interval, atOnce: false }),
    [interval],
  );
}
