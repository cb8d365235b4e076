/**
 * Headers in which the website's own server tells the database about a visitor: `x-ridgeline-network`,
 * `x-form-verdict`, `x-quote-client`, `x-quote-documents`. A new one begins like them.
 */
const internalHeader = /^x-(?:ridgeline|form|quote)-/;

/** Deletes the headers that only this process may send. */
export function removeInternalHeaders(headers: Headers): void {
  for (const name of [...headers.keys()]) {
    if (internalHeader.test(name)) headers.delete(name);
  }
}
