export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the back office runs in the browser, which has no other log.
  console.error(`[admin] ${what}`, error);
}
