const inertPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': inertPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

export function createContentSecurityPolicy(
  scriptSources: string[],
  tablesUrl: string,
  { challenge = false, workerSource = "'none'" } = {},
): string {
  const turnstile = challenge ? ' https://challenges.cloudflare.com' : '';
  const tables = tablesUrl ? ` ${new URL(tablesUrl).origin}` : '';
  const websocket = tables.replace(' http', ' ws');
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptSources.join(' ')}`.trim() + turnstile,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    ...(tables ? [`connect-src 'self'${tables}${websocket}`] : []),
    `frame-src https://www.youtube-nocookie.com https://player.vimeo.com${turnstile}`,
    `worker-src ${workerSource}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
