import { parseUrl } from './urls.ts';

/** Whether a text is an absolute http or https URL without blanks, as the database requires. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== null;
}

/** Whether a text is a path on this site: it begins with one slash and has no blanks. */
export function isSitePath(text: string): boolean {
  return /^\/(?!\/)\S+$/.test(text);
}

/** Whether a text is a UUID, in either letter case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
