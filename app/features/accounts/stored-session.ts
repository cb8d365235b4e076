import { localItems } from '#app/lib/browser-storage.ts';

/** Whether this browser has a session of staff, which may have ended. False on the server. */
export function hasStoredSession(): boolean {
  if (import.meta.env.SSR) return false;
  return localItems.keys().some((key) => /^sb-.+-auth-token$/.test(key));
}
