import { useCallback, useEffect, useRef } from 'react';

/** The id of a screen's heading, which takes the focus when what had it is gone. */
export const headingId = 'screen-heading';

/**
 * Remembers what had the focus before a dialog, for its `finalFocus`: a row's button may be gone
 * with its row by the time the dialog closes.
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
 * Gives the focus to `fallback` where what had it has left a list with a row.
 * @param count how many rows are shown
 */
export function useKeptFocus(count: number, fallback: () => HTMLElement | null) {
  const before = useRef(count);
  const element = useRef(fallback);

  useEffect(() => {
    element.current = fallback;
  });
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) {
      element.current()?.focus();
    }
    before.current = count;
  }, [count]);
}
