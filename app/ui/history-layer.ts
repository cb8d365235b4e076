import { createContext, useContext, useEffect, useRef } from 'react';

type Layer = { close: () => void };

const layers: Layer[] = [];
/** The index of the entry of the open layers, while it is the current one. */
let entryIndex: number | undefined;
let isReturning = false;

const getIndex = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;
const getLayerState = (state: unknown) => (state as { layer?: 'open' | 'closed' } | null)?.layer;

/**
 * Whether the current history entry belongs to a dialog or menu without a URL of its own. Closing
 * leaves the entry, and Back then skips it: removing an entry is asynchronous, and would race with
 * the navigation that often follows.
 */
export function isOnLayerEntry(): boolean {
  return getLayerState(window.history.state) !== undefined;
}

/** Whether Back closes dialogs; public pages have entries of their own for theirs. */
export const HistoryLayers = createContext(false);

/** While `open`, the browser's Back calls `close` and stays on the page. */
export function useHistoryLayer(open: boolean, close: () => void): void {
  const isOpen = useContext(HistoryLayers) && open;
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => latest.current() };
    addLayer(layer);
    return () => removeLayer(layer);
  }, [isOpen]);
}

// Before the router's listener, which would take it for a navigation to the same page.
if (!import.meta.env.SSR) window.addEventListener('popstate', handlePop, { capture: true });

function addLayer(layer: Layer): void {
  layers.push(layer);
  const { state } = window.history;
  if (getLayerState(state) === undefined) {
    // The router's key and index: its entries stay consistent, and it need not know of this one.
    window.history.pushState({ ...state, idx: getIndex(state) + 1, layer: 'open' }, '');
  } else window.history.replaceState({ ...state, layer: 'open' }, '');
  entryIndex = getIndex(window.history.state);
}

function removeLayer(layer: Layer): void {
  layers.splice(layers.indexOf(layer), 1);
  const { state } = window.history;
  // A link in the layer may have pushed another entry already.
  if (layers.length === 0 && getLayerState(state) === 'open') {
    window.history.replaceState({ ...state, layer: 'closed' }, '');
  }
}

function handlePop(event: PopStateEvent): void {
  const cameFrom = entryIndex;
  const index = getIndex(event.state);
  const isLayer = getLayerState(event.state) !== undefined;
  entryIndex = isLayer ? index : undefined;
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  if (isLayer || cameFrom === undefined || index !== cameFrom - 1) return;
  event.stopImmediatePropagation();
  const top = layers.at(-1);
  if (!top) {
    window.history.back();
    return;
  }
  top.close();
  // Another layer is below, or this one is busy and stays.
  setTimeout(() => {
    if (layers.length === 0 || isOnLayerEntry()) return;
    isReturning = true;
    window.history.forward();
  });
}
