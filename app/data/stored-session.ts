/** Whether this browser has a session of staff, which may have ended. False on the server. */
export function hasStoredSession(): boolean {
  if (import.meta.env.SSR) return false;
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  } catch {
    // The browser denies access to its storage.
    return false;
  }
}
