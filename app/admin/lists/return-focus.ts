import { useCallback, useEffect, useRef } from 'react';

export const headingId = 'screen-heading';

export const focusHeading = () => document.getElementById(headingId)?.focus();

export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember: useCallback(() => {
      opener.current = document.activeElement;
    }, []),
    finalFocus: useCallback(() => {
      const element = opener.current;
      return element instanceof HTMLElement && element !== document.body && element.isConnected
        ? element
        : document.getElementById(headingId);
    }, []),
  };
}

/** Calls `focusFallback` if the focused row is removed from the list. */
export function useFocusFallback(ids: readonly string[], focusFallback: () => void) {
  const previousIds = useRef(ids);
  const latest = useRef(focusFallback);

  useEffect(() => {
    latest.current = focusFallback;
  });
  useEffect(() => {
    const previous = previousIds.current;
    previousIds.current = ids;
    const isGone = previous.some((id) => !ids.includes(id));
    const isSameList = ids.length === 0 || previous.some((id) => ids.includes(id));
    if (isGone && isSameList && document.activeElement === document.body) latest.current();
  }, [ids]);
}
