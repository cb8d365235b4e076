import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { hasStoredSession } from '#app/data/stored-session.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const reloadedAtKey = 'screen-reloaded-at';
const minReloadIntervalMs = 10_000;

/**
 * Loads a script. If it is missing, as after an update of the site, the page is loaded again, at most
 * once in ten seconds.
 */
function loadOrReload<Module>(load: () => Promise<Module>, url?: string): Promise<Module> {
  return load().catch((error: unknown) => {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(reloadedAtKey)) < minReloadIntervalMs) throw error;
    sessionStorage.setItem(reloadedAtKey, String(now));
    if (url === undefined) location.reload();
    else location.assign(url);
    return new Promise<never>(() => {});
  });
}

/**
 * A component of its own script. Unlike with `lazy` alone, one that is loaded is rendered at once: what
 * React has waited for it shows 0.3 s after the fallback at the earliest.
 */
export function lazyComponent<Props extends object>(load: Load<Props>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(preload);
  function LazyComponent(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(LazyComponent, { preload });
}

/**
 * A screen of its own script, which loads along with the page if somebody is signed in. Not for what
 * opens over unsaved input.
 */
export function lazyScreen<Props extends object>(load: Load<Props>) {
  const Screen = lazyComponent(() => loadOrReload(load));
  if (hasStoredSession()) Screen.preload().catch(() => undefined);
  return Screen;
}

const preloadDelayMs = 1000;

/** Loads what a list is likely to open, once the list has been rendered. */
export function usePreload({ preload }: { preload: () => Promise<unknown> }, when = true): void {
  useEffect(() => {
    if (!when) return;
    const timer = setTimeout(() => preload().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [preload, when]);
}

let isSignedIn = false;

/** From now on, navigations wait for the script of their screen; the sign-in form needs none. */
export function waitForScreens(): void {
  isSignedIn = true;
}

/**
 * The client loader of a screen: the URL changes when its script is there. With a loader on the server
 * beside it, it does not run for the first page.
 */
export function screenLoader(load: () => Promise<unknown>) {
  return async ({ request }: { request: Request }) => {
    if (isSignedIn) await loadOrReload(load, request.url);
    return null;
  };
}
