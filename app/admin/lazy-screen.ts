import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { hasStoredSession } from '#app/features/accounts/stored-session.ts';
import { tabItems } from '#app/lib/browser-storage.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const reloadedAtKey = 'screen-reloaded-at';
const minReloadIntervalMs = 10_000;

/**
 * Reloads the page, at most once in ten seconds, if a script is missing, as it is after a deployment; never where the
 * browser cannot remember that it did.
 */
function loadOrReload<Module>(load: () => Promise<Module>, url?: string): Promise<Module> {
  return load().catch((error: unknown) => {
    const now = Date.now();
    if (now - Number(tabItems.getItem(reloadedAtKey)) < minReloadIntervalMs) throw error;
    if (!tabItems.store(reloadedAtKey, String(now))) throw error;
    if (url === undefined) location.reload();
    else location.assign(url);
    return new Promise<never>(() => {});
  });
}

/** Unlike `lazy`, renders a loaded component at once: React shows a suspended one after 0.3 s at the earliest. */
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

/** Starts loading at once if someone is signed in. Not for dialogs over unsaved input: a reload would lose it. */
export function lazyScreen<Props extends object>(load: Load<Props>) {
  const Screen = lazyComponent(() => loadOrReload(load));
  if (hasStoredSession()) Screen.preload().catch(() => undefined);
  return Screen;
}

const preloadDelayMs = 1000;

export function usePreload({ preload }: { preload: () => Promise<unknown> }, when = true): void {
  useEffect(() => {
    if (!when) return;
    const timer = setTimeout(() => preload().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [preload, when]);
}

let isSignedIn = false;

/** From now on, a navigation waits for the script of its screen. */
export function waitForScreens(): void {
  isSignedIn = true;
}

/** Changes the URL once the script of the screen is loaded. */
export function screenLoader(load: (pathname: string) => Promise<unknown> | undefined) {
  return async ({ request }: { request: Request }) => {
    const { pathname } = new URL(request.url);
    if (isSignedIn) await loadOrReload(async () => load(pathname), request.url);
    return null;
  };
}
