/** What a cached copy is compared with. */
export type Validators = { eTag: string; lastModified: Date };

/** True where the client's copy is still good (If-None-Match, else If-Modified-Since; RFC 9110, section 13). */
export function isNotModified(headers: Headers, { eTag, lastModified }: Validators): boolean {
  const noneMatch = headers.get('if-none-match');
  if (noneMatch !== null) {
    const known = noneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes('*') || known.includes(eTag);
  }
  return !isLater(lastModified, headers.get('if-modified-since'));
}

/** False where If-Range names another version of the file, so that the range no longer fits. */
export function isRangeCurrent(headers: Headers, { eTag, lastModified }: Validators): boolean {
  const condition = headers.get('if-range')?.trim();
  if (!condition) return true;
  return condition.startsWith('"') ? condition === eTag : !isLater(lastModified, condition);
}

/** HTTP dates have whole seconds. A date that can't be read compares as earlier than everything. */
function isLater(date: Date, header: string | null): boolean {
  const limit = Date.parse(header ?? '');
  return Number.isNaN(limit) || Math.floor(date.getTime() / 1000) > Math.floor(limit / 1000);
}
