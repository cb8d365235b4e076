import { useEffect, useRef } from 'react';

/** The least time between two calls, in milliseconds. */
const pause = 1000;

/**
 * Calls `refresh` every `interval` milliseconds while somebody can see the page, and as soon as they
 * come back to it.
 */
export function useRefresh(refresh: () => void, interval: number): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });

  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    // Coming back is told twice, as a focus and as a change of visibility.
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < pause) return;
      last = Date.now();
      latest.current();
    };
    const timer = setInterval(look, interval);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [interval]);
}
