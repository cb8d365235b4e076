import { describe, expect, test } from 'vitest';
import { blogNode, postNode } from '#app/features/blog/public/blog-nodes.ts';
import { listShownServices } from '#app/features/business/service-terms.ts';
import { videoNodes } from '#app/features/home/video-source.ts';
import { productNodes, shedListNode } from '#app/features/sheds/public/shed-parts.tsx';
import type { Row } from '#app/lib/database.types.ts';
import { newPost, newSettings, newShed, newVideo } from '#tests/fixtures/rows.ts';
import {
  findGoogleViolations,
  findVocabularyErrors,
  type JsonLd,
} from '#tests/http/structured-data.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from './page-meta.ts';

const namedSite = { url: 'https://example.com', name: 'Mill & Sons', settings: null };
const page = {
  path: '/blog/a',
  title: 'Frost',
  description: 'Dig, fill and wait. '.repeat(20),
  card: { drawing: 'blog/a' },
  graph: [],
};

/** The contents by name or property. */
function contents(meta: ReturnType<typeof pageMeta>): Record<string, unknown> {
  return Object.fromEntries(
    meta.map((tag) => {
      const { name, property, content } = tag as Record<string, unknown>;
      return [name ?? property ?? Object.keys(tag)[0], content ?? Object.values(tag)[0]];
    }),
  );
}

test('pageMeta cuts the description between words to 160 characters', () => {
  const { description } = contents(pageMeta(namedSite, page));
  expect(String(description).length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/(Dig|fill|and|wait)\.?…$/);
});

test('pageMeta appends the business to a title that leaves room', () => {
  expect(contents(pageMeta(namedSite, page)).title).toBe('Frost | Mill & Sons');
  const title = 'A title that alone is nearly as long as what search engines show';
  expect(contents(pageMeta(namedSite, { ...page, title })).title).toBe(title);
  const longer = contents(pageMeta(namedSite, { ...page, title: `${title} of one` }));
  expect(String(longer.title).length).toBeLessThanOrEqual(70);
  expect(longer['og:title']).toBe(`${title} of one`);
});

test.each([
  ['blog/1-a b.webp', 'https://example.com/pictures/card/jpeg/blog/1-a%20b.webp', 'image/jpeg'],
  ['https://cdn.example/a.png', 'https://example.com/cards/blog/a.png', 'image/png'],
  [null, 'https://example.com/cards/blog/a.png', 'image/png'],
])('the card of a page with the image %s is %s', (image, url, type) => {
  const meta = contents(pageMeta(namedSite, { ...page, card: { image, drawing: 'blog/a' } }));
  expect(meta).toMatchObject({
    'og:image': url,
    'og:image:type': type,
    'og:image:alt': 'Frost',
    'twitter:card': 'summary_large_image',
  });
});

test.each([
  ['sheds/1-a.webp', 'https://example.com/pictures/card/jpeg/sheds/1-a.webp'],
  [null, 'https://example.com/design/image?style=gable&image=card'],
])('the card of a page with the image %s and a design is %s', (image, url) => {
  const card = { image, drawing: 'sheds', url: '/design/image?style=gable&image=card' };
  expect(contents(pageMeta(namedSite, { ...page, card }))).toMatchObject({
    'og:image': url,
    'og:image:type': 'image/jpeg',
  });
});

test('og:image:alt is the alt text of the image', () => {
  const card = { image: 'blog/1-a.webp', drawing: 'blog/a' };
  const texts = { 'blog/1-a.webp': { alt: 'A shed in the snow' } };
  expect(contents(pageMeta(namedSite, { ...page, card, texts }))['og:image:alt']).toBe(
    'A shed in the snow',
  );
});

test('the card is cropped at the focal point of the image', () => {
  const card = { image: 'blog/1-a.webp', drawing: 'blog/a' };
  const texts = { 'blog/1-a.webp': { alt: '', focalPoint: { x: 34, y: 85 } } };
  expect(contents(pageMeta(namedSite, { ...page, card, texts }))).toMatchObject({
    'og:image': 'https://example.com/pictures/card-30-90/jpeg/blog/1-a.webp',
    'og:image:alt': 'Frost',
  });
});

test('an unchanged post has article:published_time and no article:modified_time', () => {
  const article = { published: '2026-05-01T08:00:00-04:00', modified: null };
  const meta = contents(pageMeta(namedSite, { ...page, article }));
  expect(meta['og:type']).toBe('article');
  expect(meta['article:published_time']).toBe('2026-05-01T12:00:00.000Z');
  expect(meta).not.toHaveProperty('article:modified_time');
});

test('sharedPath sets og:url, not the canonical URL', () => {
  const meta = pageMeta(namedSite, { ...page, path: '/', sharedPath: '/?project=1' });
  expect(contents(meta)['og:url']).toBe('https://example.com/?project=1');
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://example.com/',
  });
});

const stored = {
  id: '10000000-0000-4000-8000-000000000001',
  created_at: '2026-01-12T14:00:00+00:00',
  updated_at: '2026-01-12T14:00:00+00:00',
};
const settingsRow = (overrides: Partial<Row<'business_settings'>> = {}) => ({
  retention_months: 24,
  latitude: null,
  longitude: null,
  ...newSettings(),
  phone_href: 'tel:+17055550102',
  has_faq: false,
  ...stored,
  ...overrides,
});
const siteWith = (overrides: Partial<Row<'business_settings'>> = {}) =>
  getSite({ publicUrl: 'https://example.com', settings: settingsRow(overrides) });
const shed = (overrides: Partial<Row<'shed_listings'>> = {}) => ({
  ...newShed(),
  drawing: '/design/image?style=gable&size=10x12',
  designUrl: '/design?style=gable&size=10x12',
  dimensions: [],
  size_group: 'Medium',
  floor_area: 120,
  order_index: null,
  published_at: null,
  ...stored,
  ...overrides,
  specifications: { standard_features: [], optional_upgrades: [] },
});
const site = siteWith();

/** The nodes as a page carries them, once they went through JSON, on a page with the rest of it. */
function onPage(...nodes: object[]): { graph: JsonLd[]; violations: string[] } {
  const page = pageNode(site, 'WebPage', { path: '/', title: 'A page' });
  const all = [websiteNode(site), businessNode(site), page, ...nodes];
  const byId = new Map(all.map((node) => [JSON.stringify(Reflect.get(node, '@id') ?? node), node]));
  const graph: JsonLd[] = JSON.parse(JSON.stringify([...byId.values()]));
  return { graph, violations: [...findVocabularyErrors(graph), ...findGoogleViolations(graph)] };
}

describe('the business', () => {
  const business = (overrides: Partial<Row<'business_settings'>>, service_texts = {}) => {
    const services = listShownServices({ service_texts, shown_services: null });
    const node = businessNode(siteWith(overrides), {
      catalogue: { name: 'Our trades', services },
    });
    return { node: JSON.parse(JSON.stringify(node)), violations: onPage(node).violations };
  };

  test('is a local business with the contact details of the footer', () => {
    const { node, violations } = business({ instagram_url: null });
    expect(violations).toEqual([]);
    expect(node).toMatchObject({
      '@type': ['HomeAndConstructionBusiness', 'GeneralContractor'],
      '@id': 'https://example.com/#business',
      name: 'Test Builders',
      url: 'https://example.com/',
      telephone: '+17055550102',
      email: 'hello@example.com',
      sameAs: ['https://example.com/facebook'],
      priceRange: '$$',
      currenciesAccepted: 'CAD',
      paymentAccepted: 'cash, credit card, bank transfer',
      address: {
        streetAddress: '1 Mill Street',
        addressLocality: 'Testville',
        addressRegion: 'ON',
        addressCountry: 'CA',
      },
      openingHoursSpecification: [{ dayOfWeek: ['Monday'], opens: '07:00', closes: '18:00' }],
    });
    expect(node).not.toHaveProperty('geo');
    expect(node.hasOfferCatalog.name).toBe('Our trades');
    expect(node.hasOfferCatalog.itemListElement).toHaveLength(7);
  });

  test('has its coordinates if they are set', () => {
    const { node, violations } = business({ latitude: 44.6, longitude: -79.4 });
    expect(violations).toEqual([]);
    expect(node.geo).toMatchObject({ latitude: 44.6, longitude: -79.4 });
  });

  test('has the phone number as entered if there is no link for it', () => {
    for (const phone_href of [null, 'tel:']) {
      const settings = { ...settingsRow(), phone_href };
      const node = businessNode(getSite({ publicUrl: 'https://example.com', settings }));
      expect(node).toHaveProperty('telephone', '705-555-0102');
    }
  });

  test('has the image of its page, otherwise its icon', () => {
    const image = 'https://example.com/hero.jpg';
    expect(businessNode(site, { image }).image).toBe(image);
    expect(businessNode(site).image).toBe('https://example.com/icons/icon-512.png');
  });

  test('has the icon of its logo, and its profiles on all networks', () => {
    const logo = { path: 'thumbnails/1-logo.png', width: 640, height: 160 };
    const socialLinks = [{ label: 'Houzz', url: 'https://houzz.com/a' }];
    const settings = { ...settingsRow(), logo, socialLinks, instagram_url: null };
    const looks = getSite({ publicUrl: 'https://example.com', settings });
    expect(businessNode(looks)).toMatchObject({
      logo: 'https://example.com/pictures/icon-512/png/thumbnails/1-logo.png',
      sameAs: ['https://example.com/facebook', 'https://houzz.com/a'],
    });
    const { 'og:image': image, 'og:image:type': type } = contents(pageMeta(looks, page));
    expect([image, type]).toEqual([
      'https://example.com/pictures/logo-card/png/thumbnails/1-logo.png',
      'image/png',
    ]);
  });

  test('describes the services that have a text', () => {
    const { node } = business({}, { Siding: 'Vinyl and steel' });
    const [shops, , siding] = node.hasOfferCatalog.itemListElement;
    expect(shops.itemOffered).not.toHaveProperty('description');
    expect(siding.itemOffered).toMatchObject({ name: 'Siding', description: 'Vinyl and steel' });
  });

  test.each([{ latitude: 44.6 }, { longitude: -79.4 }])('has no place with %o alone', (half) => {
    const { node } = business(half);
    expect(node).not.toHaveProperty('geo');
    expect(node.areaServed).toEqual({ '@type': 'GeoCircle', geoRadius: 50000 });
  });

  const always = {
    '@type': ['HomeAndConstructionBusiness', 'GeneralContractor'],
    priceRange: '$$',
    currenciesAccepted: 'CAD',
    paymentAccepted: 'cash, credit card, bank transfer',
    areaServed: { '@type': 'GeoCircle', geoRadius: 50000 },
  };

  test('has payment and service area without a postal address and contact details', () => {
    const none = { address: '', phone: null, email: '', facebook_url: null };
    const { node, violations } = business(none);
    // Google shows no local business without an address; schema.org requires none.
    expect(violations).toEqual([
      'HomeAndConstructionBusiness has no address',
      'HomeAndConstructionBusiness has no telephone',
    ]);
    expect(node).toMatchObject(always);
    expect(node.openingHoursSpecification).toHaveLength(1);
    for (const name of ['address', 'telephone', 'email', 'sameAs', 'geo']) {
      expect(node).not.toHaveProperty(name);
    }
  });

  test.each([
    ['no address', { address: null, latitude: 44.6, longitude: -79.4 }],
    ['an address', { latitude: 44.6, longitude: -79.4 }],
  ])('has a service area with a midpoint for coordinates and %s', (_what, overrides) => {
    expect(business(overrides).node).toMatchObject({
      ...always,
      areaServed: { ...always.areaServed, geoMidpoint: { latitude: 44.6, longitude: -79.4 } },
    });
  });

  test('has the default name and hours without stored settings', () => {
    const nothing = getSite({ publicUrl: 'https://example.com', settings: null });
    const node = businessNode(nothing, {
      catalogue: { name: 'What we build', services: listShownServices(null) },
    });
    expect(node).toMatchObject({
      ...always,
      name: 'Custom Sheds & Exteriors',
      openingHoursSpecification: [
        {
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          opens: '08:00',
          closes: '17:00',
        },
      ],
    });
  });
});

describe('a shed', () => {
  test('with a price is a Product with an Offer, made to order', () => {
    const { graph, violations } = onPage(...productNodes(site, shed(), 'A shed for tools.'));
    expect(violations).toEqual([]);
    expect(graph.at(-1)?.offers).toMatchObject({
      price: '4250.50',
      priceCurrency: 'CAD',
      availability: 'https://schema.org/MadeToOrder',
    });
  });

  test.each([null, 0])('with the price %s is not a Product', (price) => {
    expect(productNodes(site, shed({ price }), 'A shed.')).toEqual([]);
  });

  test('without images has the social card of its drawing', () => {
    const [node] = productNodes(site, shed({ images: [] }), 'A shed.');
    expect(node).toMatchObject({
      image: ['https://example.com/design/image?style=gable&size=10x12&image=card'],
    });
  });

  test('has its position in the whole list on every page', () => {
    const path = '/custom-sheds?page=2';
    const list = { path, title: 'Custom Sheds', sheds: [shed()], before: 24, total: 25 };
    const crumbs = breadcrumbNode(site, [{ name: 'Custom Sheds', path }]);
    const { graph, violations } = onPage(shedListNode(site, list), crumbs);
    expect(violations).toEqual([]);
    expect(graph.at(-2)?.mainEntity).toMatchObject({
      numberOfItems: 25,
      itemListElement: [{ position: 25, url: `https://example.com/custom-sheds/${stored.id}` }],
    });
  });
});

describe('a post', () => {
  const post = (overrides = {}) => ({ ...newPost({ slug: 'föhn' }), ...stored, ...overrides });

  test('has its author, its dates and its image', () => {
    const { graph, violations } = onPage(postNode(site, post({ author: 'Ann' }), '2026-06-01Z'));
    expect(violations).toEqual([]);
    expect(graph.at(-1)).toMatchObject({
      url: 'https://example.com/blog/f%C3%B6hn',
      datePublished: '2026-05-01T12:00:00.000Z',
      dateModified: '2026-06-01T00:00:00.000Z',
      author: { '@type': 'Person', name: 'Ann' },
      image: 'https://example.com/pictures/1280/jpeg/blog/1767225600000-permit.webp',
    });
  });

  test('has the organization as author if the author is the team', () => {
    const { graph, violations } = onPage(blogNode(site, 'Blog', [post({ author: 'The Team' })]));
    expect(violations).toEqual([]);
    expect(graph.at(-1)?.blogPost).toMatchObject([
      { author: { '@type': 'Organization', name: 'The Team' } },
    ]);
  });
});

describe('a clip', () => {
  const video = (overrides = {}) => ({ ...newVideo(), ...stored, ...overrides });

  test('has a thumbnail, a date and the URL of its player', () => {
    const file = video({ video_url: '/demo/frame.mp4' });
    const hosted = video({ video_url: 'https://youtu.be/aaaaaaaaaaa', description: null });
    const unlisted = video({ video_url: 'https://vimeo.com/76979871/8272103f6e#t=5' });
    const { graph, violations } = onPage(...videoNodes(site.url, [file, hosted, unlisted]));
    expect(violations).toEqual([]);
    expect(graph.slice(-3)).toMatchObject([
      { contentUrl: 'https://example.com/demo/frame.mp4', uploadDate: '2026-01-12T14:00:00.000Z' },
      { embedUrl: 'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa' },
      { embedUrl: 'https://player.vimeo.com/video/76979871?h=8272103f6e' },
    ]);
  });

  test.each([{ thumbnail_url: null }, { video_url: 'https://example.com/watch' }])(
    'with %o has no VideoObject',
    (overrides) => {
      expect(videoNodes(site.url, [video(overrides)])).toEqual([]);
    },
  );
});

describe('findVocabularyErrors and findGoogleViolations', () => {
  test.each([
    [{ '@type': 'Sheds' }, 'no type Sheds'],
    [{ '@type': 'Product', shedStyle: 'Gable' }, 'Product has no property shedStyle'],
    [{ '@type': 'Offer', price: 'cheap', availability: 'Soon' }, "availability can't be"],
    [{ '@type': 'BlogPosting', datePublished: 'May' }, "datePublished can't be"],
    [{ '@type': 'BlogPosting', author: { '@id': '#who' } }, 'author names #who'],
  ])('findVocabularyErrors reports %o', (node, violation) => {
    expect(findVocabularyErrors([node]).join()).toContain(violation);
  });

  test.each([
    [{ '@type': 'VideoObject', name: 'A' }, 'VideoObject has no thumbnailUrl'],
    [{ '@type': 'Product', name: 'A' }, 'Product has no offers'],
    [{ '@type': 'BreadcrumbList', itemListElement: [] }, 'BreadcrumbList is too short'],
  ])('findGoogleViolations reports missing properties of %o', (node, violation) => {
    expect(findGoogleViolations([node]).join()).toContain(violation);
  });
});
