import { type ComponentType, lazy } from 'react';

type Screen<Props> = () => Promise<{ default: ComponentType<Props> }>;

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

/** A component of its own script. Not for what opens over unsaved input. */
export function lazyScreen<Props>(load: Screen<Props>) {
  return lazy(() => loadOrReload(load));
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
