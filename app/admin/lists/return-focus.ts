import { useCallback, useEffect, useRef } from 'react';

/** The id of a screen's heading, which gets the focus if the focused element is gone. */
export const headingId = 'screen-heading';

export const focusHeading = () => document.getElementById(headingId)?.focus();

/**
 * Remembers the focused element before a dialog opens, for its `finalFocus`: a row's button may be
 * gone with its row when the dialog closes.
 */
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

/**
 * Calls `focusFallback` if the focus is lost when one of these ids leaves the list. Another list
 * altogether takes no focus: not every browser focuses what is clicked.
 */
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
