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
import {
  parseServiceTexts,
  payment,
  serviceRadius,
} from '#app/features/business/business-terms.ts';
import { parseHours } from '#app/features/business/hours.ts';
import { toOpeningHours } from '#app/features/business/opening-hours.ts';
import { parsePostalAddress } from '#app/features/business/postal-address.ts';
import { services } from '#app/features/home/public/service-list.ts';
import type { RootData, SiteSettings } from '#app/lib/root-data.ts';
import { fallbackName } from '../navigation.ts';

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

export type Business = MergeLeafTypes<[HomeAndConstructionBusinessLeaf, GeneralContractorLeaf]>;
export type JsonLdNode = Exclude<Thing, string> | Business;

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
  services?: boolean;
};

/** The business of the site (decision 007). */
export function businessNode(site: Site, shown: Shown = {}): JsonLdNode {
  const { settings } = site;
  const icon = `${site.url}/icons/icon-512.png`;
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
    ...(shown.services && { hasOfferCatalog: serviceCatalogue(site) }),
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

function serviceCatalogue(site: Site): OfferCatalog {
  const texts = parseServiceTexts(site.settings?.service_texts);
  return {
    '@type': 'OfferCatalog',
    name: 'What we build',
    itemListElement: services.map(({ name }) => ({
      '@type': 'Offer',
      itemOffered: {
        '@type': 'Service',
        name,
        ...(texts[name] && { description: texts[name] }),
        provider: { '@id': businessId(site) },
      },
    })),
  };
}

function sameAs({ settings }: Site): { sameAs?: string[] } {
  const profileUrls = [settings?.facebook_url, settings?.instagram_url].flatMap(
    (address) => address || [],
  );
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
