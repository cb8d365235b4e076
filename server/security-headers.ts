import { createHash } from 'node:crypto';

/** Headers that every answer of the process carries. */
export const securityHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/**
 * The content-security policy of one page: scripts of our own, and the page's inline scripts by
 * their hashes, so that the page can be kept and sent again (https://www.w3.org/TR/CSP3/).
 *
 * @param html the whole page
 * @param tablesUrl where the browser finds tables and pictures; empty for the page's own origin
 */
export function contentSecurityPolicy(html: string, tablesUrl: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const tables = tablesUrl ? ` ${new URL(tablesUrl).origin}` : '';
  const websocket = tables.replace(' http', ' ws');
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    "font-src 'self'",
    `connect-src 'self'${tables}${websocket}`,
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
