import { type RefObject, useCallback, useRef } from 'react';

/**
 * Scrolls so that the focused element, or else the first visible row, stays where it is while rows
 * come in above it: `hold` before the change, `restore` after.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>) {
  const anchor = useRef<{ element: Element; top: number } | undefined>(undefined);

  return {
    hold: useCallback(() => {
      const focused = document.activeElement;
      const element = list.current?.contains(focused) ? focused : getFirstVisible(list.current);
      anchor.current = element ? { element, top: element.getBoundingClientRect().top } : undefined;
    }, [list]),
    restore: useCallback(() => {
      if (!anchor.current) return;
      const { element, top } = anchor.current;
      anchor.current = undefined;
      if (element.isConnected) window.scrollBy(0, element.getBoundingClientRect().top - top);
    }, []),
  };
}

function getFirstVisible(list: HTMLElement | null): Element | null {
  if (!list || window.scrollY === 0) return null;
  const rows = [...list.querySelectorAll('tbody > tr')];
  return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? null;
}
