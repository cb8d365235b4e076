import { parseUrl } from './urls.ts';

/** Whether a text is an absolute http or https URL without blanks, as the database requires. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(text) && parseUrl(text) !== null;
}

/** Whether a text is the path of a file on this site: one slash at its start, which browsers read backslashes as, and no blanks. */
export function isSitePath(text: string): boolean {
  return text !== '/' && text.startsWith('/') && isSiteLink(text);
}

/** Whether a text links to a page of this site or a part of the page, such as `/sheds` or `#contact`. */
export function isSiteLink(text: string): boolean {
  return /^(?:\/(?![/\\])|#)\S*$/.test(text);
}

/** Whether a text is a UUID, in either letter case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
