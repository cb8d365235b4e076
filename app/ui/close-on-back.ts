import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type Overlay = { close: () => void };
type Entry = { index: number; key: string };

/** Open dialogs and menus without a URL of their own, the topmost last. They share one history entry. */
const overlays: Overlay[] = [];
/** The entry of overlays, open or closed, while it is the current one. */
let entry: Entry | undefined;
let isReturning = false;

const getIndex = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;
const getKey = (state: unknown) => (state as { key?: string } | null)?.key ?? 'default';

/** Reads the entry of overlays from a history state; undefined if the state is of another entry. */
function readEntry(state: unknown): Entry | undefined {
  const overlay = (state as { overlay?: 'open' | 'closed' } | null)?.overlay;
  return overlay && { index: getIndex(state), key: getKey(state) };
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
  const { key } = useLocation();
  useEffect(() => {
    latest.current = close;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation may have replaced the entry
  useEffect(() => {
    entry = readEntry(window.history.state);
  }, [key]);
  useEffect(() => {
    if (!open) return;
    const overlay = { close: () => latest.current() };
    addOverlay(overlay);
    return () => removeOverlay(overlay);
  }, [open]);
}

if (!import.meta.env.SSR) {
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
  if (entry) return;
  // The entry from which the overlay was opened: the router is there.
  const isBelow = previous?.index === getIndex(state) + 1 && previous.key === getKey(state);
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
