import { emailPattern, toMailHref } from './email.ts';
import { toPhoneHref } from './phone.ts';
import { parseUrl } from './urls.ts';
import { isSiteLink } from './validators.ts';

/** http, https, mailto or tel; a bare domain becomes https, a bare email address mailto. */
export function normalizeLinkUrl(typed: string): string | undefined {
  const text = typed.trim();
  // An address may contain a slash, a question mark and a hash, but is more likely a URL with an @.
  if (!/[/?#]/.test(text) && emailPattern.test(text)) return toMailHref(text);
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text)) return encodeMailHref(text);
  // Services such as 911 have no number of E.164.
  if (/^tel:\d11$/i.test(text)) return text;
  if (/^tel:/i.test(text)) return toPhoneHref(decodeText(text.slice('tel:'.length)));
  if (/^https?:\/\/[^\s/?#]/i.test(text)) return toHttpUrl(text);
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text)) return toHttpUrl(`https://${text}`);
  return undefined;
}

/** What a button's link may be: a path of this site, or what links in text may be. Undefined if it is invalid or too long. */
export function normalizeButtonHref(typed: string, maxLength = 500): string | undefined {
  const text = typed.trim();
  const href = isSiteLink(text) ? text : normalizeLinkUrl(text);
  return href !== undefined && href.length <= maxLength ? href : undefined;
}

/** What forms say about other links. */
export const buttonHrefMessage =
  'Please enter a page of this site such as /sheds, a web address, email address or phone number like tel:705-555-0142';

/** The URL of an image in a post from what was typed: http, https, or data of an image type. */
export function normalizeImageUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (/^data:image\/(png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i.test(text)) return text;
  return /^https?:\/\//i.test(text) ? toHttpUrl(text) : undefined;
}

function encodeMailHref(href: string): string {
  const email = decodeText(href.slice('mailto:'.length));
  return emailPattern.test(email) ? toMailHref(email) : href;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toHttpUrl(text: string): string | undefined {
  return parseUrl(text)?.href;
}
