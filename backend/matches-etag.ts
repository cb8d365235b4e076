/** Whether a header If-None-Match has the ETag (RFC 9110, section 13.1.2); null if there is no header. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
