import { parseUrl } from './urls.ts';

/** http, https, mailto or tel; a bare domain becomes https, a bare email address mailto. */
export function normalizeLinkUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text)) return text;
  if (/^tel:[+\d][\d\s().-]*(;ext=\d{1,7})?$/i.test(text)) return text.replace(/\s/g, '');
  if (/^https?:\/\//i.test(text)) return toHttpUrl(text);
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text)) return toHttpUrl(`https://${text}`);
  return undefined;
}

/** The URL of an image in a post from what was typed: http, https, or data of an image type. */
export function normalizeImageUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (/^data:image\/(png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i.test(text)) return text;
  return /^https?:\/\//i.test(text) ? toHttpUrl(text) : undefined;
}

function toHttpUrl(text: string): string | undefined {
  return parseUrl(text)?.href;
}
