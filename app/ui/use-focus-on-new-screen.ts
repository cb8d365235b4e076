import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Focuses the ref when the pathname changes; its element needs `tabIndex={-1}`. */
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
