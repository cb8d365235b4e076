import type { MetaDescriptor } from 'react-router';
import type {
  BreadcrumbList,
  GeneralContractorLeaf,
  HomeAndConstructionBusinessLeaf,
  MergeLeafTypes,
  OfferCatalog,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import { payment, serviceRadius } from '#app/features/business/business-terms.ts';
import { parseHours } from '#app/features/business/hours.ts';
import { getLogoUrl } from '#app/features/business/logo.ts';
import { toOpeningHours } from '#app/features/business/opening-hours.ts';
import { parsePostalAddress } from '#app/features/business/postal-address.ts';
import type { ShownService } from '#app/features/business/service-terms.ts';
import type { ImageAltText, ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { cardSize, getCardSize, getImageUrl, isStoredImage } from '#app/lib/image-url.ts';
import type { RootData, SiteSettings } from '#app/lib/root-data.ts';
import { summarize } from '#app/lib/summary.ts';
import { fallbackName } from '../navigation.ts';

/** Search engines cut longer titles off. */
const titleLength = 70;

type Page = {
  path: string;
  /** The path that social networks link to, if it is not the canonical one. */
  sharedPath?: string;
  title: string;
  description: string;
  /** The image of the page; if it is not in our storage, the logo or without one a drawing. */
  card: {
    image?: string | null;
    drawing: string;
    /** The path of a JPEG that is used instead of the drawing. */
    url?: string;
  };
  texts?: ImageAltTexts | undefined;
  /** The dates of a post, ISO 8601. */
  article?: { published: string | null; modified: string | null };
  graph: JsonLdNode[];
};

/**
 * Title, description, canonical URL, robots, Open Graph (https://ogp.me), card tags and one JSON-LD
 * graph, which React Router escapes.
 */
export function pageMeta(site: Site, page: Page): MetaDescriptor[] {
  const whole = `${page.title} | ${site.name}`;
  const title = whole.length <= titleLength ? whole : summarize(page.title, titleLength);
  const description = summarize(page.description);
  const url = site.url + page.path;
  const text = page.texts?.[page.card.image ?? ''];
  const image = cardUrl(site, page.card, text);
  const alt = text?.alt || page.title;
  const property = (name: string, content: string) => ({ property: name, content });
  return [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: 'index, follow' },
    { tagName: 'link', rel: 'canonical', href: url },
    property('og:type', page.article ? 'article' : 'website'),
    property('og:site_name', site.name),
    property('og:locale', 'en_CA'),
    property('og:title', page.title),
    property('og:description', description),
    property('og:url', page.sharedPath ? site.url + page.sharedPath : url),
    property('og:image', image.url),
    property('og:image:type', image.type),
    property('og:image:width', String(cardSize.width)),
    property('og:image:height', String(cardSize.height)),
    property('og:image:alt', alt),
    ...(page.article?.published
      ? [property('article:published_time', new Date(page.article.published).toISOString())]
      : []),
    ...(page.article?.modified
      ? [property('article:modified_time', new Date(page.article.modified).toISOString())]
      : []),
    // The card has the title, description and image of Open Graph.
    { name: 'twitter:card', content: 'summary_large_image' },
    { 'script:ld+json': { '@context': 'https://schema.org', '@graph': page.graph } },
  ];
}

/** The absolute URL of the 1200x630 image. */
function cardUrl(
  site: Site,
  { image, drawing, url }: Page['card'],
  text: ImageAltText | undefined,
) {
  if (isStoredImage(image)) {
    const size = getCardSize(text?.focalPoint);
    return { url: site.url + getImageUrl(image, size, 'jpeg'), type: 'image/jpeg' };
  }
  if (url) return { url: site.url + url, type: 'image/jpeg' };
  const { logo } = site.settings ?? {};
  if (logo) return { url: site.url + getLogoUrl(logo, 'logo-card'), type: 'image/png' };
  return { url: `${site.url}/cards/${drawing}.png`, type: 'image/png' };
}

export type Site = {
  /** Without a slash at the end. */
  url: string;
  name: string;
  settings: SiteSettings | null;
};

export function getSite(root: Pick<RootData, 'publicUrl' | 'settings'> | undefined): Site {
  const settings = root?.settings ?? null;
  return { url: root?.publicUrl ?? '', name: settings?.business_name ?? fallbackName, settings };
}

type Business = MergeLeafTypes<[HomeAndConstructionBusinessLeaf, GeneralContractorLeaf]>;
type JsonLdNode = Exclude<Thing, string> | Business;

/** The ids by which nodes reference each other. */
export const websiteId = (site: Site) => `${site.url}/#website`;
export const businessId = (site: Site) => `${site.url}/#business`;

export function websiteNode(site: Site): WebSite {
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: `${site.url}/`,
    name: site.name,
    inLanguage: 'en-CA',
    publisher: { '@id': businessId(site) },
  };
}

export function pageNode(
  site: Site,
  type: 'WebPage' | 'ContactPage',
  { path, title }: { path: string; title: string },
): WebPage {
  const url = site.url + path;
  return {
    '@type': type,
    '@id': `${url}#page`,
    url,
    name: title,
    inLanguage: 'en-CA',
    isPartOf: { '@id': websiteId(site) },
    ...(path === '/' ? {} : { breadcrumb: { '@id': `${url}#breadcrumbs` } }),
  };
}

type Crumb = { name: string; path: string };

/** @param trail the pages below the home page, this one last */
export function breadcrumbNode(site: Site, trail: Crumb[]): BreadcrumbList {
  const crumbs = [{ name: 'Home', path: '/' }, ...trail];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${site.url}${crumbs.at(-1)?.path}#breadcrumbs`,
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.url + path,
    })),
  };
}

type Shown = {
  /** An absolute URL. */
  image?: string | undefined;
  /** The catalogue of services, under the heading that visitors read. */
  catalogue?: { name: string; services: ShownService[] };
};

/** The business of the site (decision 007). */
export function businessNode(site: Site, shown: Shown = {}): JsonLdNode {
  const { settings } = site;
  const { logo } = settings ?? {};
  const icon = site.url + (logo ? getLogoUrl(logo, 'icon-512') : '/icons/icon-512.png');
  return {
    '@type': ['HomeAndConstructionBusiness', 'GeneralContractor'],
    '@id': businessId(site),
    name: site.name,
    url: `${site.url}/`,
    logo: icon,
    image: shown.image ?? icon,
    ...(settings?.phone && {
      telephone: settings.phone_href?.match(/\+\d+/)?.[0] ?? settings.phone,
    }),
    ...(settings?.email && { email: settings.email }),
    ...sameAs(site),
    ...(shown.catalogue?.services.length && {
      hasOfferCatalog: serviceCatalogue(site, shown.catalogue),
    }),
    ...(settings?.address && { address: addressNode(settings.address) }),
    priceRange: '$$',
    currenciesAccepted: 'CAD',
    paymentAccepted: payment.join(', '),
    openingHoursSpecification: toOpeningHours(parseHours(settings?.hours)).map(
      ({ days, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: days.map((day) => dayNames[day]),
        opens,
        closes,
      }),
    ),
    ...place(site),
  } satisfies Business;
}

function serviceCatalogue(
  site: Site,
  { name, services }: NonNullable<Shown['catalogue']>,
): OfferCatalog {
  return {
    '@type': 'OfferCatalog',
    name,
    itemListElement: services.map(({ name, text }) => ({
      '@type': 'Offer',
      itemOffered: {
        '@type': 'Service',
        name,
        ...(text && { description: text }),
        provider: { '@id': businessId(site) },
      },
    })),
  };
}

function sameAs({ settings }: Site): { sameAs?: string[] } {
  const profileUrls = [
    settings?.facebook_url,
    settings?.instagram_url,
    ...(settings?.socialLinks ?? []).map(({ url }) => url),
  ].flatMap((address) => address || []);
  return profileUrls.length > 0 ? { sameAs: profileUrls } : {};
}

function addressNode(text: string) {
  const { street, town, province, postalCode } = parsePostalAddress(text);
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    ...(town && { addressLocality: town }),
    ...(province && { addressRegion: province }),
    ...(postalCode && { postalCode }),
    addressCountry: 'CA',
  } as const;
}

function place({ settings }: Site): Pick<Business, 'geo' | 'areaServed'> {
  const { latitude, longitude } = settings ?? {};
  const circle = { '@type': 'GeoCircle', geoRadius: serviceRadius } as const;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return { areaServed: circle };
  const geo = { '@type': 'GeoCoordinates', latitude, longitude } as const;
  return { geo, areaServed: { ...circle, geoMidpoint: geo } } as const;
}

const dayNames = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const;
