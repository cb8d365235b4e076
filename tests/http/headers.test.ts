import { beforeAll, expect, test } from 'vitest';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { newVisitor, site } from './site.ts';

const visit = newVisitor();

const onEvery = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Kind, method, path, status. `{asset}` and `{image}` are found first. */
const answers: [kind: string, method: string, path: string, status: number][] = [
  ['a page', 'GET', '/', 200],
  ['the same from the cache', 'GET', '/', 200],
  ['a page of the back office', 'GET', '/admin', 200],
  ['a page with an unknown parameter', 'GET', '/sheds?x=1', 200],
  ['a page that does not exist', 'GET', '/none', 404],
  ['a path with a control character', 'GET', '/%09//?_routes=root', 404],
  ["the framework's data", 'GET', '/blog.data', 200],
  ['an invalid form', 'POST', '/contact', 400],
  ['a method that no page takes', 'DELETE', '/contact', 405],
  ['a URL that is too long', 'GET', `/none/${'a'.repeat(9000)}`, 414],
  ['the sitemap', 'GET', '/sitemap.xml', 200],
  ['the feed', 'GET', '/blog/feed.xml', 200],
  ['robots.txt', 'GET', '/robots.txt', 200],
  ['a file of the build', 'GET', '{asset}', 200],
  ['a file that does not exist', 'GET', '/assets/none.js', 404],
  ['an image', 'GET', '/pictures/320/webp/{image}', 200],
  ['an image that does not exist', 'GET', '/pictures/320/webp/none.jpg', 404],
  ['an upload', 'GET', '/storage/v1/object/public/images/{image}', 200],
  ['an upload that does not exist', 'GET', '/storage/v1/object/public/images/none.jpg', 400],
  ['rows', 'GET', '/rest/v1/reviews?select=id', 200],
  ['rows without a key', 'GET', '/rest/v1/reviews', 401],
  ['rows of no table', 'GET', '/rest/v1/none', 404],
  ['an account', 'GET', '/auth/v1/user', 403],
  ['a function', 'POST', '/functions/v1/send-email', 400],
  ['a preflight', 'OPTIONS', '/rest/v1/reviews', 204],
  ['health', 'GET', '/healthz', 200],
];

const image = 'inspiration/1767225600000-headers.jpg';
let asset = '';
let apikey = '';

beforeAll(async () => {
  const { buffer, mimeType } = await createImageFile('headers.jpg', '#406080');
  const { error } = await site.service.storage
    .from('images')
    .upload(image, new Uint8Array(buffer), { contentType: mimeType });
  expect(error).toBeNull();
  const html = await (await visit('/admin')).text();
  [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  [apikey = ''] = /sb_publishable_[\w-]+/.exec(html) ?? [];
});

test('every kind of response has the security headers and sets no cookie', async () => {
  for (const [kind, method, path, status] of answers) {
    const body = new FormData();
    body.set('name', 'x');
    const response = await visit(path.replace('{asset}', asset).replace('{image}', image), {
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
    const { headers } = await visit(path, { headers: { 'accept-encoding': 'br' } });
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
    expect(headers.get('content-encoding')).toBe('br');
    const bytes = Number(headers.get('content-length')) + lines.join('').length;
    expect(bytes, path).toBeLessThan(14_600);
  }
});
