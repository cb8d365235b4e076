import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import { newPost } from '#tests/fixtures/rows.ts';
import { decode, newVisitor, readSitemap, site } from './site.ts';
import {
  everyNode,
  findGoogleViolations,
  findVocabularyErrors,
  getTypes,
  type JsonLd,
} from './structured-data.ts';

/** What search engines, social networks, feed readers and home screens read. */

const visit = newVisitor();
const priced = '30000000-0000-4000-8000-000000000001';
const noImage = { featured_image: null };

/** Each kind of page with the types of its graph, beside those of every page. */
const kinds = [
  { kind: 'home', path: '/', types: ['WebPage', 'OfferCatalog', 'VideoObject'] },
  { kind: 'sheds', path: '/sheds', types: ['CollectionPage', 'ItemList'] },
  { kind: 'custom sheds', path: '/custom-sheds', types: ['CollectionPage', 'ItemList'] },
  { kind: 'listing', path: `/custom-sheds/${priced}`, types: ['WebPage', 'Product', 'Offer'] },
  { kind: 'blog', path: '/blog', types: ['Blog', 'BlogPosting'] },
  { kind: 'post', path: '/blog/{slug}', types: ['WebPage', 'BlogPosting'] },
  { kind: 'contact', path: '/contact', types: ['ContactPage'] },
  { kind: 'quote request', path: '/quote-request', types: ['WebPage'] },
  { kind: 'project', path: `/projects/${priced.replace('3', '4')}`, types: ['WebPage'] },
  { kind: 'service', path: '/services/siding', types: ['WebPage', 'Service'] },
  { kind: 'questions', path: '/faq', types: ['FAQPage'] },
  { kind: 'reviews', path: '/reviews', types: ['WebPage'] },
];

async function findPath(path: string): Promise<string> {
  if (!path.endsWith('{slug}')) return path;
  const { pages } = await readSitemap(visit);
  return new URL(pages.find((url) => url.includes('/blog/')) ?? '').pathname;
}

/** Reads the head of a page as a crawler without scripts does. */
function readHead(html: string) {
  const find = (pattern: RegExp) => [...html.matchAll(pattern)];
  const meta: Record<string, string[]> = {};
  for (const [, key = '', content = ''] of find(
    /<meta (?:name|property)="([^"]*)" content="([^"]*)"/g,
  )) {
    meta[key] = [...(meta[key] ?? []), decode(content)];
  }
  const graphs: JsonLd[][] = find(
    /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g,
  ).map(([, json = '']) => JSON.parse(json)['@graph']);
  return {
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: find(/<link rel="canonical" href="([^"]*)"/g).map(([, href = '']) => decode(href)),
    meta,
    graphs,
    graph: graphs[0] ?? [],
  };
}

async function open(path: string) {
  const response = await visit(path);
  expect(response.status, path).toBe(200);
  return readHead(await response.text());
}

async function readText(path: string): Promise<string> {
  return (await visit(path)).text();
}

const ofType = (graph: JsonLd[], type: string) =>
  everyNode(graph).filter((node) => getTypes(node).includes(type));

describe.each(kinds)('$kind', ({ kind, path, types }) => {
  test('has one JSON-LD graph with the properties that Google requires', async () => {
    const { graphs, graph } = await open(await findPath(path));
    expect(graphs).toHaveLength(1);
    expect(findVocabularyErrors(graph)).toEqual([]);
    expect(findGoogleViolations(graph)).toEqual([]);
    for (const type of ['WebSite', 'HomeAndConstructionBusiness', 'GeneralContractor', ...types]) {
      expect(ofType(graph, type).length, type).toBeGreaterThan(0);
    }
    expect(ofType(graph, 'BreadcrumbList')).toHaveLength(kind === 'home' ? 0 : 1);
    const [business] = ofType(graph, 'GeneralContractor');
    expect(business).toHaveProperty('openingHoursSpecification');
    expect(business).toMatchObject({
      priceRange: '$$',
      currenciesAccepted: 'CAD',
      paymentAccepted: 'cash, credit card, bank transfer',
      areaServed: { geoRadius: 50_000, geoMidpoint: { latitude: 44.75, longitude: -79.89 } },
    });
    for (const type of ['Review', 'AggregateRating', 'Rating']) {
      expect(ofType(graph, type), type).toEqual([]);
    }
    expect(JSON.stringify(graph)).not.toMatch(/"\/pictures|undefined/);
  });

  test('has a title, a description, a canonical URL and a card with an image', async () => {
    const own = await findPath(path);
    const { title, canonical, meta } = await open(own);
    const url = site.url + (kind === 'sheds' ? '/custom-sheds' : own);
    const only = (name: string) => {
      expect(meta[name], name).toHaveLength(1);
      return meta[name]?.[0] ?? '';
    };
    expect(canonical).toEqual([url]);
    expect(title).toMatch(/^.{11,70}$/);
    expect(title.startsWith(only('og:title'))).toBe(true);
    expect(only('description')).toMatch(/^.{41,160}$/);
    expect(only('og:description')).toBe(only('description'));
    expect(only('robots')).toBe('index, follow');
    expect(only('og:url')).toBe(url);
    expect(only('og:locale')).toBe('en_CA');
    expect(only('og:type')).toBe(kind === 'post' ? 'article' : 'website');
    expect(only('og:site_name')).not.toBe('');
    expect(only('twitter:card')).toBe('summary_large_image');
    expect([only('og:image:width'), only('og:image:height')]).toEqual(['1200', '630']);
    if (!['home', 'listing', 'post'].includes(kind)) return;
    const image = await visit(only('og:image'));
    expect(image.headers.get('content-type')).toBe(only('og:image:type'));
    const { width, height } = await sharp(await image.arrayBuffer()).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });
});

test('stored text cannot end the script of JSON-LD', async () => {
  const title = '</script><script>document.title = "taken"</script><!-- & "quoted"';
  const slug = 'test-script';
  const excerpt = `${title} `.repeat(5);
  const row = newPost({ slug, title, excerpt, author: '</script>', ...noImage });
  await site.service.from('blog_posts').insert(row).throwOnError();
  for (const path of [`/blog/${row.slug}`, '/blog']) {
    const { graphs, graph } = await open(path);
    expect(graphs).toHaveLength(1);
    expect(ofType(graph, 'BlogPosting').map(({ headline }) => headline)).toContain(title);
    expect(findVocabularyErrors(graph)).toEqual([]);
    expect(await readText(path)).not.toContain('<script>document.title');
  }
});

test('the canonical URL of a filter is the list', async () => {
  for (const [path, canonical] of [
    ['/sheds?material=Wood&page=2', '/custom-sheds'],
    ['/?work=garage', '/'],
    [`/quote-request?shed=${priced}`, '/quote-request'],
  ] as const) {
    expect((await open(path)).canonical).toEqual([site.url + canonical]);
  }
});

test('robots.txt disallows nothing and names the sitemap', async () => {
  const response = await visit('/robots.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const rules = `User-agent: *\nDisallow:\n\nSitemap: ${site.url}/sitemap.xml\n`;
  expect(await response.text()).toBe(rules);
});

test('the sitemap lists the entries of the specification and their images, and each answers 200', async () => {
  const { pages, images } = await readSitemap(visit);
  expect(pages.length).toBeGreaterThan(20);
  expect(images.length).toBeGreaterThan(20);
  const others = pages.filter((url) => !/\/(blog|custom-sheds)\/[^/]+$/.test(url));
  expect(others.map((url) => url.replace(site.url, ''))).toEqual([
    ...['/', '/custom-sheds', '/blog', '/contact', '/quote-request'],
  ]);
  for (const url of pages) {
    const response = await visit(url);
    expect(response.status, url).toBe(200);
    expect(await response.text()).toContain(`<link rel="canonical" href="${url}"`);
  }
  for (const url of images.slice(0, 3)) {
    expect((await visit(url)).headers.get('content-type')).toBe('image/jpeg');
  }
});

test('the feed is well-formed Atom with absolute URLs, and the blog links to it', async () => {
  expect(await readText('/blog')).toMatch(
    /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/blog\/feed.xml"/,
  );
  const response = await visit('/blog/feed.xml');
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const feed = await response.text();
  const unclosed: string[] = [];
  for (const [, end, name = '', empty] of feed.matchAll(/<(\/?)([a-z:]+)[^>]*?(\/?)>/g)) {
    if (end) expect(unclosed.pop()).toBe(name);
    else if (!empty) unclosed.push(name);
  }
  expect(unclosed).toEqual([]);
  expect(feed).not.toMatch(/&(?!(lt|gt|amp|quot|apos|#\w+);)/);
  const [, ...entries] = feed.split('<entry>');
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    expect(/<link [^>]*href="([^"]*)"/.exec(entry)?.[1]).toContain(`${site.url}/blog/`);
    const [, content = ''] = /<content[^>]*>([^<]*)/.exec(entry) ?? [];
    const urls = [...decode(content).matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, to]) => to);
    expect(urls.filter((to = '') => !/^(https?|data|mailto|tel):/.test(to))).toEqual([]);
  }
});

test('the icons of the manifest have the declared sizes', async () => {
  const [, path = ''] = /rel="manifest" href="([^"]*)"/.exec(await readText('/')) ?? [];
  const response = await visit(path);
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const { name, icons } = await response.json();
  expect(name).toBeTruthy();
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const icon = await visit(src);
    expect(icon.status, src).toBe(200);
    const { format, width, height } = await sharp(await icon.arrayBuffer()).metadata();
    if (format === 'png') expect(`${width}x${height}`, src).toBe(sizes);
    else expect([src, format]).toEqual(['/icon.svg', 'svg']);
  }
  const favicon = new DataView(await (await visit('/favicon.ico')).arrayBuffer());
  // An icon file has its width and height in the first directory entry, at byte 6.
  expect([favicon.getUint8(6), favicon.getUint8(7)]).toEqual([48, 48]);
});

test('a former slug answers 301 to the new one', async () => {
  const row = newPost({ slug: 'how-a-shed-is-set', ...noImage });
  const { id } = await insertRow(site.service, 'blog_posts', row);
  await updateRow(site.service, 'blog_posts', id, { slug: 'a-shed-set-level' });
  const { status, headers } = await visit('/blog/how-a-shed-is-set');
  expect([status, headers.get('location')]).toEqual([301, '/blog/a-shed-set-level']);
});
