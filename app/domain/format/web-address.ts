/** True for an absolute http or https address without blanks, which is all that the database takes. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** True for a path on this site: it begins with one slash and has no blanks. */
export function isSitePath(text: string): boolean {
  return /^\/(?!\/)\S+$/.test(text);
}
