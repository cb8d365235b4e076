import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { newPost, newShed, newVideo } from '#tests/fixtures/rows.ts';
import { everyNode, findGoogleViolations } from '#tests/support/search/google-rules.ts';
import { readHead } from '#tests/support/search/read-head.ts';
import { findVocabularyErrors, getTypes, type JsonLd } from '#tests/support/search/vocabulary.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** What search engines and social networks read of each kind of page, from the running site. */

const priced = '30000000-0000-4000-8000-000000000001';

/** Each kind of page with the types that its graph has, beside those of every page. */
const pages = [
  { kind: 'home', path: '/', types: ['WebPage', 'OfferCatalog', 'VideoObject'] },
  { kind: 'sheds', path: '/sheds', types: ['CollectionPage', 'ItemList', 'BreadcrumbList'] },
  { kind: 'custom sheds', path: '/custom-sheds', types: ['CollectionPage', 'ItemList'] },
  {
    kind: 'listing',
    path: `/custom-sheds/${priced}`,
    types: ['WebPage', 'Product', 'Offer', 'BreadcrumbList'],
  },
  { kind: 'blog', path: '/blog', types: ['Blog', 'BlogPosting', 'BreadcrumbList'] },
  { kind: 'post', path: '/blog/', types: ['WebPage', 'BlogPosting', 'BreadcrumbList'] },
  { kind: 'contact', path: '/contact', types: ['ContactPage', 'BreadcrumbList'] },
  { kind: 'quote request', path: '/quote-request', types: ['WebPage', 'BreadcrumbList'] },
];

async function open(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return readHead(await response.text());
}

async function firstPost(request: APIRequestContext): Promise<string> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  return /<loc>[^<]*(\/blog\/[^<]+)<\/loc>/.exec(sitemap)?.[1] ?? '';
}

const ofType = (graph: JsonLd[] | undefined, type: string) =>
  everyNode(graph).filter((node) => getTypes(node).includes(type));

for (const { kind, path, types } of pages) {
  test(`${kind} has one JSON-LD graph with the properties that Google requires`, async ({
    request,
  }) => {
    const url = kind === 'post' ? await firstPost(request) : path;
    const { graphs } = await open(request, url);
    expect(graphs).toHaveLength(1);
    const [graph = []] = graphs;
    expect(findVocabularyErrors(graph)).toEqual([]);
    expect(findGoogleViolations(graph)).toEqual([]);
    for (const type of ['WebSite', 'HomeAndConstructionBusiness', 'GeneralContractor', ...types]) {
      expect(ofType(graph, type).length, type).toBeGreaterThan(0);
    }
    expect(ofType(graph, 'BreadcrumbList')).toHaveLength(kind === 'home' ? 0 : 1);
    const [business] = ofType(graph, 'GeneralContractor');
    for (const name of ['openingHoursSpecification', 'priceRange', 'currenciesAccepted']) {
      expect(business, name).toHaveProperty(name);
    }
    expect(business?.paymentAccepted).toBe('cash, credit card, bank transfer');
    expect(business?.areaServed).toMatchObject({
      geoRadius: 50_000,
      geoMidpoint: { latitude: 44.75, longitude: -79.89 },
    });
    for (const type of ['Review', 'AggregateRating', 'Rating']) {
      expect(ofType(graph, type), type).toEqual([]);
    }
    const texts = JSON.stringify(graph);
    expect(texts).not.toContain('"/pictures');
    expect(texts).not.toContain('undefined');
  });

  test(`${kind} has a title, a description, a canonical URL and a card with an image`, async ({
    request,
    site,
  }) => {
    const url = kind === 'post' ? await firstPost(request) : path;
    const { title, canonical, meta } = await open(request, url);
    const own = site.url + (kind === 'sheds' ? '/custom-sheds' : url);
    expect(canonical).toEqual([own]);
    expect(title.length).toBeGreaterThan(10);
    expect(title.length).toBeLessThanOrEqual(70);
    const only = (name: string) => {
      expect(meta[name], name).toHaveLength(1);
      return meta[name]?.[0] ?? '';
    };
    expect(only('description').length).toBeGreaterThan(40);
    expect(only('description').length).toBeLessThanOrEqual(160);
    expect(only('robots')).toBe('index, follow');
    expect(only('og:url')).toBe(own);
    expect(only('og:locale')).toBe('en_CA');
    expect(only('og:type')).toBe(kind === 'post' ? 'article' : 'website');
    expect(title.startsWith(only('og:title'))).toBe(true);
    expect(only('og:description')).toBe(only('description'));
    expect(only('og:site_name').length).toBeGreaterThan(0);
    expect(only('twitter:card')).toBe('summary_large_image');
    const image = await request.get(only('og:image'));
    expect(image.headers()['content-type']).toBe(only('og:image:type'));
    const { width, height } = await sharp(await image.body()).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect([only('og:image:width'), only('og:image:height')]).toEqual(['1200', '630']);
  });
}

test('only a listing with a price above 0 is marked up as a Product', async ({ request, site }) => {
  const rows = [
    newShed({ price: 4250.5, images: [] }),
    newShed({ price: null, images: [] }),
    newShed({ price: 0, images: [] }),
  ];
  const { data } = await serviceClient(site)
    .from('shed_listings')
    .insert(rows)
    .select('id, price')
    .throwOnError();
  for (const { id, price } of data) {
    const { graphs, meta } = await open(request, `/custom-sheds/${id}`);
    const [product] = ofType(graphs[0], 'Product');
    if (!price) {
      expect(product).toBeUndefined();
      continue;
    }
    expect(product?.offers).toMatchObject({
      price: '4250.50',
      priceCurrency: 'CAD',
      availability: 'https://schema.org/MadeToOrder',
    });
    // Without a photograph it is drawn.
    const card = '/design/image?style=gable&size=8x10&image=card';
    expect(product?.image).toEqual([site.url + card]);
    expect(meta['og:image']).toEqual([site.url + card]);
    expect(meta['og:image:type']).toEqual(['image/jpeg']);
    const image = await request.get(card, { maxRedirects: 0 });
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  }
});

test('a clip without the required properties is not marked up', async ({ request, site }) => {
  const { data } = await serviceClient(site)
    .from('video_carousel')
    .insert([
      newVideo({ title: 'No picture', thumbnail_url: null }),
      newVideo({ title: 'A link', video_url: 'https://example.com/watch' }),
      newVideo({ title: 'At a host', video_url: 'https://youtu.be/aaaaaaaaaaa' }),
    ])
    .select('id')
    .throwOnError();
  const { graphs } = await open(request, '/');
  const videos = ofType(graphs[0], 'VideoObject');
  expect(videos.map(({ name }) => name)).not.toContain('No picture');
  expect(videos.map(({ name }) => name)).not.toContain('A link');
  expect(videos.find(({ name }) => name === 'At a host')).toMatchObject({
    embedUrl: 'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa',
  });
  await serviceClient(site)
    .from('video_carousel')
    .delete()
    .in(
      'id',
      data.map(({ id }) => id),
    )
    .throwOnError();
});

test('areaServed follows the coordinates and needs no postal address', async ({
  request,
  site,
}) => {
  const settings = serviceClient(site).from('business_settings');
  const { data: stored } = await settings.select('*').single().throwOnError();
  const businessOn = async (path: string) => {
    const { graphs } = await open(request, path);
    expect(findVocabularyErrors(graphs[0] ?? [])).toEqual([]);
    return graphs[0]?.find((node) => node['@id'] === `${site.url}/#business`) ?? {};
  };
  const change = (columns: object) => settings.update(columns).eq('id', stored.id).throwOnError();

  await change({ latitude: 44.6082, longitude: -79.4197 });
  expect((await businessOn('/contact')).areaServed).toEqual({
    '@type': 'GeoCircle',
    geoMidpoint: { '@type': 'GeoCoordinates', latitude: 44.6082, longitude: -79.4197 },
    geoRadius: 50000,
  });
  await change({ address: null, latitude: null, longitude: null });
  const business = await businessOn('/');
  expect(business.areaServed).toEqual({ '@type': 'GeoCircle', geoRadius: 50000 });
  expect(business.openingHoursSpecification).not.toEqual([]);
  for (const name of ['address', 'geo']) expect(business).not.toHaveProperty(name);
  await change({ address: stored.address, hours: null });
  expect((await businessOn('/')).openingHoursSpecification).toMatchObject([
    { opens: '08:00', closes: '17:00' },
  ]);
  await change({ ...stored, id: undefined, created_at: undefined, updated_at: undefined });
  expect(await businessOn('/')).toMatchObject({
    '@type': ['HomeAndConstructionBusiness', 'GeneralContractor'],
    priceRange: '$$',
    currenciesAccepted: 'CAD',
    paymentAccepted: 'cash, credit card, bank transfer',
  });
});

test('stored texts cannot end the script of JSON-LD', async ({ page, site }) => {
  const title = '</script><script>document.title = "taken"</script><!-- & "quoted"';
  const row = newPost({
    title,
    excerpt: `${title} `.repeat(5),
    author: '</script>',
    featured_image: null,
  });
  await serviceClient(site).from('blog_posts').insert(row).throwOnError();
  for (const path of [`/blog/${row.slug}`, '/blog']) {
    await page.goto(path);
    const scripts = page.locator('script[type="application/ld+json"]');
    await expect(scripts).toHaveCount(1);
    const { '@graph': graph } = JSON.parse((await scripts.textContent()) ?? '');
    expect(ofType(graph, 'BlogPosting').map(({ headline }) => headline)).toContain(title);
    expect(findVocabularyErrors(graph)).toEqual([]);
    // The first key hydrates a page.
    await page.keyboard.press('Tab');
    await expect(scripts).toHaveCount(1);
    expect(await page.title()).not.toBe('taken');
  }
  await serviceClient(site).from('blog_posts').delete().eq('slug', row.slug).throwOnError();
});

test('the canonical URL of a filter is the list, and a 404 has none', async ({ request, site }) => {
  const filtered = await open(request, '/sheds?material=Wood&page=2');
  expect(filtered.canonical).toEqual([`${site.url}/custom-sheds`]);
  expect((await open(request, '/?work=garage')).canonical).toEqual([`${site.url}/`]);
  expect((await open(request, `/quote-request?shed=${priced}`)).canonical).toEqual([
    `${site.url}/quote-request`,
  ]);
  for (const path of ['/nothing', '/blog/nothing', `/custom-sheds/${priced.replace('3', '9')}`]) {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    const head = readHead(await response.text());
    expect(head.canonical).toEqual([]);
    expect(head.graphs).toEqual([]);
    expect(head.meta.robots).toEqual(['noindex']);
  }
});
