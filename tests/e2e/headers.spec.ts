import { createImageFile } from '#tests/fixtures/image-files.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Every kind of response has the security headers. */

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
  ['a page that is not there', 'GET', '/none', 404],
  ['a path with a control character', 'GET', '/%09//?_routes=root', 404],
  ["the framework's data", 'GET', '/blog.data', 200],
  ['an invalid form', 'POST', '/contact', 400],
  ['a method that no page takes', 'DELETE', '/contact', 405],
  ['a URL that is too long', 'GET', `/none/${'a'.repeat(9000)}`, 414],
  ['the sitemap', 'GET', '/sitemap.xml', 200],
  ['the feed', 'GET', '/blog/feed.xml', 200],
  ['robots.txt', 'GET', '/robots.txt', 200],
  ['a file of the build', 'GET', '{asset}', 200],
  ['a file that is not there', 'GET', '/assets/none.js', 404],
  ['an image', 'GET', '/pictures/320/webp/{image}', 200],
  ['a picture that is not there', 'GET', '/pictures/320/webp/none.jpg', 404],
  ['an upload', 'GET', '/storage/v1/object/public/images/{image}', 200],
  ['an upload that is not there', 'GET', '/storage/v1/object/public/images/none.jpg', 400],
  ['rows', 'GET', '/rest/v1/reviews?select=id', 200],
  ['rows without a key', 'GET', '/rest/v1/reviews', 401],
  ['rows that are refused', 'GET', '/rest/v1/none', 404],
  ['an account', 'GET', '/auth/v1/user', 403],
  ['a function', 'POST', '/functions/v1/send-email', 400],
  ['a preflight', 'OPTIONS', '/rest/v1/reviews', 204],
  ['health', 'GET', '/healthz', 200],
];

test('every kind of response has the security headers', async ({ page, site, request }) => {
  const service = serviceClient(site);
  const image = `inspiration/${Date.now()}-headers.jpg`;
  const { buffer, mimeType } = await createImageFile('headers.jpg', '#406080');
  const stored = await service.storage
    .from('images')
    .upload(image, new Uint8Array(buffer), { contentType: mimeType });
  expect(stored.error).toBeNull();
  const html = await (await request.get('/admin')).text();
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  const [apikey = ''] = /sb_publishable_[\w-]+/.exec(html) ?? [];
  for (const [kind, method, path, status] of answers) {
    const url = path.replace('{asset}', asset).replace('{image}', image);
    const response = await request.fetch(url, {
      method,
      maxRedirects: 0,
      headers: {
        ...(kind.endsWith('without a key') ? {} : { apikey }),
        ...(kind === 'an account' ? { authorization: 'Bearer a.b.c' } : {}),
      },
      ...(method === 'POST' ? { multipart: { name: 'x' } } : {}),
    });
    const headers = response.headers();
    await test.step(`${kind}: ${url.slice(0, 60)}`, () => {
      expect(response.status(), kind).toBe(status);
      expect(headers, kind).toMatchObject(onEvery);
      expect(headers['permissions-policy'], kind).toContain('camera=()');
      const policy = headers['content-security-policy'] ?? '';
      const isFile = kind === 'an upload';
      expect(policy, kind).toContain(isFile ? "default-src 'none'" : "frame-ancestors 'none'");
      const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? [];
      expect(scripts, kind).not.toContain('unsafe');
      const isPage = headers['content-type']?.startsWith('text/html') ?? false;
      expect(policy, kind).toContain(isPage ? "script-src 'self'" : "default-src 'none'");
      const isImage = ['an image', 'an upload'].includes(kind);
      expect(headers['cross-origin-resource-policy'], kind).toMatch(
        isImage ? 'cross-origin' : /same-origin|cross-origin/,
      );
      if (isPage) expect(headers['cross-origin-resource-policy'], kind).toBe('same-origin');
      if (isFile) {
        expect(policy).toMatch(/; sandbox$/);
        expect(headers['content-disposition']).toMatch(/^inline; filename="/);
      }
      expect(headers['strict-transport-security'], kind).toBeUndefined();
    });
  }

  await test.step('X-Forwarded-Proto https from a trusted proxy adds Strict-Transport-Security', async () => {
    for (const path of ['/', asset, '/healthz', '/rest/v1/reviews']) {
      const response = await request.get(path, { headers: { 'x-forwarded-proto': 'https' } });
      expect(response.headers()['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  await test.step('no other origin can frame a page or an upload', async () => {
    await page.route('https://other.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${site.url}/"></iframe>`,
      }),
    );
    await page.goto('https://other.example/');
    await expect.poll(() => page.frames().length).toBe(2);
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
  });
  await service.storage.from('images').remove([image]);
});

test.use({ expectedErrors: ['frame', 'Refused', 'status of 4'] });

for (const path of ['/contact', '/privacy', '/accessibility', '/none']) {
  test(`${path} with its headers fits into the first 14,600 bytes of a connection`, async ({
    request,
  }) => {
    const response = await request.get(path, { headers: { 'Accept-Encoding': 'br' } });
    const headers = response.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`);
    const { 'content-encoding': encoding, 'content-length': length } = response.headers();
    expect(encoding).toBe('br');
    expect(Number(length) + headers.join('').length).toBeLessThan(14_600);
  });
}
