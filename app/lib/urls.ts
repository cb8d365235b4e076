/** What `URL.parse` returns, which older browsers lack: null if the text isn't a URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Parses an address with http or https, without a name and password; null for others. */
export function parseWebAddress(text: string): URL | null {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && !url.username && !url.password ? url : null;
}

/** A query string with its question mark; empty without parameters. */
export function formatSearch(params: URLSearchParams): string {
  const search = params.toString();
  return search && `?${search}`;
}
