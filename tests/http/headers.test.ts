import { beforeAll, expect, test } from 'vitest';
import { uploadSmallImage } from '#tests/support/small-image.ts';
import responses from './responses.json' with { type: 'json' };
import { newVisitor, site } from './site.ts';

const visit = newVisitor();

const onEvery = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};

const image = 'inspiration/1767225600000-headers.jpg';
/** What stands for parts of the paths of responses.json. */
const fill = (path: string) =>
  path.replace('{asset}', asset).replace('{image}', image).replace('{long}', 'a'.repeat(9000));
let asset = '';
let apikey = '';

beforeAll(async () => {
  await uploadSmallImage(site.service, image);
  const html = await (await visit('/admin')).text();
  [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  [apikey = ''] = /sb_publishable_[\w-]+/.exec(html) ?? [];
});

test('every kind of response has the security headers and sets no cookie', async () => {
  for (const { kind, method, path, status } of responses) {
    const body = new FormData();
    body.set('name', 'x');
    const response = await visit(fill(path), {
      method,
      headers: {
        ...(kind.endsWith('without a key') ? {} : { apikey }),
        ...(kind === 'an account' ? { authorization: 'Bearer a.b.c' } : {}),
      },
      ...(method === 'POST' ? { body } : {}),
    });
    const headers = Object.fromEntries(response.headers);
    expect(response.status, kind).toBe(status);
    expect(headers, kind).toMatchObject(onEvery);
    expect(headers['permissions-policy'], kind).toContain('camera=()');
    expect(headers, kind).not.toHaveProperty('strict-transport-security');
    expect(headers, kind).not.toHaveProperty('set-cookie');
    const policy = headers['content-security-policy'] ?? '';
    const isPage = headers['content-type']?.startsWith('text/html') ?? false;
    const isUpload = kind === 'an upload';
    expect(policy, kind).toContain(isUpload ? "default-src 'none'" : "frame-ancestors 'none'");
    expect(policy, kind).toContain(isPage ? "script-src 'self'" : "default-src 'none'");
    expect(/script-src ([^;]*)/.exec(policy)?.[1] ?? '', kind).not.toContain('unsafe');
    const resourcePolicy = headers['cross-origin-resource-policy'];
    if (isPage) expect(resourcePolicy, kind).toBe('same-origin');
    else if (isUpload || kind === 'an image') expect(resourcePolicy, kind).toBe('cross-origin');
    else expect(resourcePolicy, kind).toMatch(/^(same|cross)-origin$/);
    if (isUpload) {
      expect(policy).toMatch(/; sandbox$/);
      expect(headers['content-disposition']).toMatch(/^inline; filename="/);
    }
  }
});

test('X-Forwarded-Proto https from a trusted proxy adds Strict-Transport-Security', async () => {
  for (const path of ['/', asset, '/healthz', '/rest/v1/reviews']) {
    const { headers } = await visit(path, { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
  }
});

test('short pages with their headers fit into the first 14,600 bytes of a connection', async () => {
  for (const path of ['/contact', '/privacy', '/accessibility', '/none']) {
    const response = await visit(path, { headers: { 'accept-encoding': 'br' } });
    const { headers } = response;
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
    lines.push(
      'HTTP/1.1 200 OK\r\n',
      'Connection: keep-alive\r\n',
      'Keep-Alive: timeout=10\r\n\r\n',
    );
    expect(headers.get('content-encoding')).toBe('br');
    const bytes = Number(headers.get('content-length')) + lines.join('').length;
    expect(bytes, path).toBeLessThan(14_600);
    // The owner's lists, of up to 9,000 characters, would not fit.
    expect(await response.text(), path).not.toContain('ownLists');
  }
});
