import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isOnOverlayEntry } from '#app/ui/close-on-back.ts';
import { moveToEntry, type VisitEntries } from '../visit-history.ts';

export type Visit = {
  canUndo: boolean;
  canRedo: boolean;
  /** Shows the former (-1) or next (1) entry of the browser's history. */
  go(step: -1 | 1): void;
};

/** The index that the router gives each entry of the browser's history. */
function readIndex(): number {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return isOnOverlayEntry() ? idx - 1 : idx;
}

/** The steps of the browser's history since the designer was opened, which are changes of the design. */
export function useVisit(): Visit {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [entries, setEntries] = useState<VisitEntries>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(
    () =>
      setEntries((before) => {
        const index = readIndex();
        // Back and Forward have moved to their entry before their page loads.
        return moveToEntry(before, index, index !== before?.current);
      }),
    [key],
  );

  useEffect(() => {
    // The address has changed already; the design follows when its price has loaded.
    const onPop = () => setEntries((before) => moveToEntry(before, readIndex(), false));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);

  const go = useCallback(
    (step: -1 | 1) => {
      setEntries((before) => before && { ...before, current: before.current + step });
      navigate(step);
    },
    [navigate],
  );
  const { first = 0, current = 0, last = 0 } = entries ?? {};
  return { canUndo: current > first, canRedo: current < last, go };
}
