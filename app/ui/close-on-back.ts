import { useContext, useEffect, useRef } from 'react';
import { type DataRouter, UNSAFE_DataRouterContext } from 'react-router';

type Overlay = { close: () => void };

/** Open dialogs and menus without a URL of their own, the topmost last. They share one history entry. */
const overlays: Overlay[] = [];
/** The index of the entry of overlays, if it was the current one after the last overlay, Back or Forward. */
let entry: number | undefined;
let isReturning = false;
let router: DataRouter | undefined;

const getIndex = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;

/** Reads the index of the entry of overlays from a history state; undefined if the state is of another entry. */
function readEntry(state: unknown): number | undefined {
  const overlay = (state as { overlay?: 'open' | 'closed' } | null)?.overlay;
  return overlay && getIndex(state);
}

/**
 * Whether the router is at the entry of this history state, or on its way there. It asks the router,
 * since `useLocation` is behind while React renders a new page.
 */
function isRouterAt(state: unknown): boolean {
  const location = router?.state.navigation.location ?? router?.state.location;
  return location?.key === ((state as { key?: string } | null)?.key ?? 'default');
}

/**
 * Whether the current history entry belongs to a dialog or menu without a URL of its own. Closing
 * leaves the entry, and Back then skips it: removing an entry is asynchronous, and would race with
 * the navigation that often follows.
 */
export function isOnOverlayEntry(): boolean {
  return readEntry(window.history.state) !== undefined;
}

/** While `open`, the browser's Back calls `close`, which may ask for confirmation instead, and stays on the page. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const latest = useRef(close);
  // The router has no public API for its present location.
  const context = useContext(UNSAFE_DataRouterContext);
  useEffect(() => {
    latest.current = close;
    router = context?.router;
  });
  useEffect(() => {
    if (!open) return;
    const overlay = { close: () => latest.current() };
    addOverlay(overlay);
    return () => removeOverlay(overlay);
  }, [open]);
}

if (typeof window !== 'undefined') {
  entry = readEntry(window.history.state);
  // Before the router's listener, which would take it for a navigation to the same page.
  window.addEventListener('popstate', handlePop, { capture: true });
}

function addOverlay(overlay: Overlay): void {
  overlays.push(overlay);
  const { state } = window.history;
  if (isOnOverlayEntry()) window.history.replaceState({ ...state, overlay: 'open' }, '');
  // The router's key and index: its entries stay consistent, and it need not know of this one.
  else window.history.pushState({ ...state, idx: getIndex(state) + 1, overlay: 'open' }, '');
  entry = readEntry(window.history.state);
}

function removeOverlay(overlay: Overlay): void {
  overlays.splice(overlays.indexOf(overlay), 1);
  // A link in the overlay may have added an entry, or replaced its own.
  if (overlays.length > 0 || !isOnOverlayEntry()) return;
  window.history.replaceState({ ...window.history.state, overlay: 'closed' }, '');
}

function handlePop(event: PopStateEvent): void {
  const state: unknown = event.state;
  const previous = entry;
  entry = readEntry(state);
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  if (entry !== undefined) return;
  // The entry from which the overlay was opened: the router is there.
  const isBelow = previous === getIndex(state) + 1 && isRouterAt(state);
  if (isBelow) event.stopImmediatePropagation();
  const top = overlays.at(-1);
  if (top) top.close();
  else if (isBelow) window.history.back();
  if (!top || !isBelow) return;
  // Another overlay is below, or this one is busy or asks for confirmation, and stays.
  setTimeout(() => {
    if (overlays.length === 0 || isOnOverlayEntry()) return;
    isReturning = true;
    window.history.forward();
  });
}
