import { createHash } from 'node:crypto';

/** Of what is no page: whoever opens it in a tab of its own runs nothing, and no page frames it. */
const inertPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** None of these is used by any page, and none is lent to the players of other sites. */
const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/** Headers that every answer of the process carries, where it has no stricter or more fitting one. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': inertPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Finds the inline scripts that the framework itself has written, by the nonce that only this
 * render knows, and takes the nonce out again, so that the page can be kept and sent to anybody.
 * A script that came with the content has no nonce, gets no hash, and does not run.
 *
 * @returns the page without the nonce, and the sources for its policy
 */
export function takeTrustedScripts(
  html: string,
  nonce: string,
): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\ssrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] };
}

/**
 * The content-security policy of one page: scripts of our own, and the page's inline scripts by
 * their hashes, so that the page can be kept and sent again (https://www.w3.org/TR/CSP3/).
 *
 * @param scriptHashes the inline scripts that may run, as sources
 * @param tablesUrl where the browser finds tables and pictures; empty for the page's own origin
 * @param options `challenge` lets Cloudflare's Turnstile run
 */
export function contentSecurityPolicy(
  scriptHashes: string[],
  tablesUrl: string,
  { challenge = false } = {},
): string {
  const turnstile = challenge ? ' https://challenges.cloudflare.com' : '';
  const tables = tablesUrl ? ` ${new URL(tablesUrl).origin}` : '';
  const websocket = tables.replace(' http', ' ws');
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim() + turnstile,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    ...(tables ? [`connect-src 'self'${tables}${websocket}`] : []),
    `frame-src https://www.youtube-nocookie.com https://player.vimeo.com${turnstile}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
