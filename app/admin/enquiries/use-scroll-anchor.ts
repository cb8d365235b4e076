import { type RefObject, useCallback, useRef } from 'react';

/**
 * Keeps the focused element of a list, or else the first visible row of a scrolled page, at its
 * position on the screen while rows come in above it: `hold` before the rows change, `restore`
 * after. Not every browser anchors the scroll position, and none by the focus.
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
