/** A mailto: URL without a subject (RFC 6068): everything but the @ percent-encoded. */
export function toMailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
