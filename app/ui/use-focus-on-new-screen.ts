import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus into the part of the page that changes when another screen has come, so that the
 * keyboard and a screen reader go on from there. A change of the search alone is no other screen.
 * @returns the ref of that part, which needs `tabIndex={-1}`
 */
export function useFocusOnNewScreen<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    part.current?.focus({ preventScroll: true });
  }, [pathname]);

  return part;
}
