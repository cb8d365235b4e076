/**
 * Returns true if the If-None-Match header, or null without one, contains the ETag (RFC 9110,
 * section 13.1.2).
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
