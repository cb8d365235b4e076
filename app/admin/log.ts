/** Notes what failed in the browser's console, for whoever looks into it. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the back office runs in the browser, which has no other log.
  console.error(what, error);
}
