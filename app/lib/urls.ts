/** What `URL.parse` returns, which older browsers lack: null if the text isn't a URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** A query string with its question mark; empty without parameters. */
export function formatSearch(params: URLSearchParams): string {
  const search = params.toString();
  return search && `?${search}`;
}
