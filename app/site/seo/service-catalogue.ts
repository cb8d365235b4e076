import type { OfferCatalog } from 'schema-dts';
import { services } from '#app/site/home/service-list.ts';
import { businessId } from './json-ld.ts';
import type { Site } from './site.ts';

/** What the business builds, as the home page tells it. */
export function serviceCatalogue(site: Site): OfferCatalog {
  return {
    '@type': 'OfferCatalog',
    name: 'What we build',
    itemListElement: services.map(({ name, text }) => ({
      '@type': 'Offer',
      itemOffered: {
        '@type': 'Service',
        name,
        description: text,
        provider: { '@id': businessId(site) },
      },
    })),
  };
}
