import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps what the person looks at where it is on the screen while rows come in above it: what has
 * the focus, or else the first row in sight once the page is scrolled. `hold` is called before the
 * rows change. Browsers do this too, but not all of them, and not for what has the focus.
 */
export function useSteadyScroll(list: RefObject<HTMLElement | null>, rows: unknown) {
  const held = useRef<{ element: Element; top: number } | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs where the rows have changed.
  useLayoutEffect(() => {
    if (!held.current) return;
    const { element, top } = held.current;
    held.current = undefined;
    if (element.isConnected) window.scrollBy(0, element.getBoundingClientRect().top - top);
  }, [rows]);

  return {
    hold: useCallback(() => {
      const focused = document.activeElement;
      const element = list.current?.contains(focused) ? focused : firstInSight(list.current);
      held.current = element ? { element, top: element.getBoundingClientRect().top } : undefined;
    }, [list]),
  };
}

function firstInSight(list: HTMLElement | null): Element | null {
  if (!list || window.scrollY === 0) return null;
  const rows = [...list.querySelectorAll('tbody > tr')];
  return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? null;
}
