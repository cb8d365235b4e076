import { type ComponentType, lazy } from 'react';

const reloadedAtKey = 'screen-reloaded-at';
const minReloadIntervalMs = 10_000;

/**
 * A component of its own script. If that is missing, as after an update of the site, the page is loaded
 * again, at most once in ten seconds. Not for what opens over unsaved input.
 */
export function lazyScreen<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      const now = Date.now();
      if (now - Number(sessionStorage.getItem(reloadedAtKey)) < minReloadIntervalMs) throw error;
      sessionStorage.setItem(reloadedAtKey, String(now));
      location.reload();
      return new Promise<never>(() => {});
    }),
  );
}
