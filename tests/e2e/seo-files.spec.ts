import { newPost } from '#tests/fixtures/rows.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** The files that crawlers, feed readers and home screens ask for. */

test('robots.txt disallows nothing and names the sitemap', async ({ request, site }) => {
  const response = await request.get('/robots.txt');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(
    `User-agent: *\nDisallow:\n\nSitemap: ${site.url}/sitemap.xml\n`,
  );
});

test('the sitemap lists the entries of the specification and their images, and each answers 200', async ({
  request,
  site,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const pages = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
  const images = [...xml.matchAll(/<image:loc>([^<]*)<\/image:loc>/g)].map(([, url = '']) => url);
  expect(pages.length).toBeGreaterThan(20);
  const others = pages.filter((url) => !/\/(blog|custom-sheds)\/[^/]+$/.test(url));
  expect(others.map((url) => url.replace(site.url, ''))).toEqual([
    '/',
    '/custom-sheds',
    '/blog',
    '/contact',
    '/quote-request',
  ]);
  expect(images.length).toBeGreaterThan(20);
  for (const url of pages) {
    expect(url.startsWith(site.url)).toBe(true);
    const response = await request.get(url);
    expect(response.status(), url).toBe(200);
    expect(await response.text()).toContain(`<link rel="canonical" href="${url}"`);
  }
  for (const url of images.slice(0, 3)) {
    expect((await request.get(url)).headers()['content-type']).toBe('image/jpeg');
  }
});

test('the feed is Atom with absolute URLs, and the pages link to it', async ({
  page,
  request,
  site,
}) => {
  await page.goto('/blog');
  const link = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  await expect(link).toHaveAttribute('href', '/blog/feed.xml');
  const response = await request.get('/blog/feed.xml');
  expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  const feed = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      const entries = [...parsed.querySelectorAll('entry')];
      return {
        broken: parsed.querySelector('parsererror')?.textContent ?? null,
        links: entries.map((entry) => entry.querySelector('link')?.getAttribute('href') ?? ''),
        relative: entries.flatMap((entry) => {
          const html = entry.querySelector('content')?.textContent ?? '';
          const body = new DOMParser().parseFromString(html, 'text/html');
          return [...body.querySelectorAll('[href], [src]')]
            .map((node) => node.getAttribute('href') ?? node.getAttribute('src') ?? '')
            .filter((url) => !/^(https?|data|mailto|tel):/.test(url));
        }),
      };
    },
    await response.text(),
  );
  expect(feed.broken).toBeNull();
  expect(feed.links.length).toBeGreaterThan(0);
  for (const url of feed.links) expect(url).toContain(`${site.url}/blog/`);
  expect(feed.relative).toEqual([]);
});

test("the manifest's icons have the declared sizes", async ({ page, request }) => {
  await page.goto('/');
  const url = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await request.get(url ?? '');
  expect(response.headers()['content-type']).toBe('application/manifest+json; charset=utf-8');
  const manifest = await response.json();
  expect(manifest.name).toBeTruthy();
  const icons = [
    ...manifest.icons,
    { src: '/apple-touch-icon.png', sizes: '180x180' },
    { src: '/favicon.ico', sizes: '48x48' },
    { src: '/icon.svg', sizes: '150x150' },
  ];
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable');
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (src !== '/icon.svg') expect(size, src).toBe(sizes);
  }
});

test('a changed slug answers 301 to the new one, and the browser follows', async ({
  page,
  request,
  site,
}) => {
  const posts = serviceClient(site).from('blog_posts');
  const row = newPost({ slug: 'how-a-shed-is-set', featured_image: null });
  const { data } = await posts.insert(row).select('id').single().throwOnError();
  for (const slug of ['setting-a-shed', 'a-shed-set-level']) {
    await posts.update({ slug }).eq('id', data.id).throwOnError();
  }
  for (const former of ['how-a-shed-is-set', 'setting-a-shed']) {
    const response = await request.get(`/blog/${former}`, { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers().location).toBe('/blog/a-shed-set-level');
  }
  await page.goto('/blog/how-a-shed-is-set');
  await expect(page).toHaveURL(/\/blog\/a-shed-set-level$/);
  await expect(page.getByRole('heading', { level: 1, name: row.title })).toBeVisible();
  await posts.delete().eq('id', data.id).throwOnError();
});
