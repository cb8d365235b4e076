/**
 * For what a change of the content changes at once: browsers keep it, but ask each time, and are mostly
 * answered 304 (RFC 9111, 5.2.2).
 */
export const askEachTime = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
