import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** Returns false to stay open, such as to ask about unsaved input. */
type OnBack = () => boolean;

type Overlay = {
  onBack: OnBack;
  /** The number of overlay entries up to its own; undefined before it has one. */
  depth?: number;
};

/** Open dialogs and menus, each with a history entry of the same URL. */
const overlays: Overlay[] = [];
/** The key of the router's location; the entries of overlays share it. */
let routerKey = 'default';
let traversal: Promise<void> = Promise.resolve();
let endTraversal: (() => void) | undefined;
/** True while a rejected Back is reverted. */
let isReturning = false;

/** Closes an open dialog or menu on the browser's Back, which then does not leave the page. */
export function useCloseOnBack(isOpen: boolean, onBack: OnBack) {
  const latest = useRef(onBack);
  latest.current = onBack;
  const removeEntry = useRef<(() => void) | undefined>(undefined);
  const { key } = useLocation();
  const isNavigating = useRef(false);
  isNavigating.current = useNavigation().state !== 'idle';

  useEffect(() => {
    routerKey = key;
  }, [key]);

  useEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { onBack: () => latest.current() };
    addEntry(overlay);
    removeEntry.current = () => {
      const index = overlays.indexOf(overlay);
      if (index !== -1) overlays.splice(index, 1);
    };
    return () => {
      if (!overlays.includes(overlay)) return;
      removeEntry.current?.();
      // A navigation has replaced the entry or is about to.
      if (isNavigating.current) return;
      const entries = getDepth(history.state) + 1 - (overlay.depth ?? Number.POSITIVE_INFINITY);
      if (entries > 0) void goBack(entries);
    };
  }, [isOpen]);

  return {
    /** To be called before a navigation that replaces the overlay's entry. */
    leaveEntry: useCallback(() => removeEntry.current?.(), []),
  };
}

export function goBack(entries = 1): Promise<void> {
  traversal = new Promise((resolve) => {
    endTraversal = resolve;
  });
  history.go(-entries);
  return traversal;
}

export function waitForEntries(): Promise<void> {
  return traversal;
}

function addEntry(overlay: Overlay) {
  overlays.push(overlay);
  void traversal.then(() => {
    if (!overlays.includes(overlay)) return;
    overlay.depth = getDepth(history.state) + 1;
    history.pushState({ ...history.state, overlayDepth: overlay.depth }, '');
  });
}

function handlePop(event: PopStateEvent) {
  const state: unknown = event.state;
  const depth = getDepth(state);
  const closing = overlays.filter((overlay) => overlay.depth && overlay.depth > depth).reverse();
  const isOwn = isReturning || endTraversal !== undefined || closing.length > 0;
  // The router is at this location already.
  if (isOwn && getKey(state) === routerKey) event.stopImmediatePropagation();
  isReturning = false;
  if (endTraversal) setTimeout(endTraversal);
  endTraversal = undefined;
  for (const overlay of closing) {
    if (!overlay.onBack()) {
      isReturning = true;
      history.go((overlay.depth ?? depth) - depth);
      return;
    }
    overlays.splice(overlays.indexOf(overlay), 1);
  }
}

function getDepth(state: unknown): number {
  const { overlayDepth } = (state ?? {}) as { overlayDepth?: unknown };
  return typeof overlayDepth === 'number' ? overlayDepth : 0;
}

function getKey(state: unknown): string {
  const { key } = (state ?? {}) as { key?: unknown };
  return typeof key === 'string' ? key : 'default';
}

// Route modules are evaluated before the router listens. On `window` the order of registration counts,
// in Chromium also for capturing listeners.
if (typeof window !== 'undefined') window.addEventListener('popstate', handlePop);
