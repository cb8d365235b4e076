import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and calls the latest `handler`, for memoized components. */
export function useStableCallback<Args extends unknown[]>(
  handler: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
