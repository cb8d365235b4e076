import type { MetaDescriptor } from 'react-router';
import type { CollectionPage, Product } from 'schema-dts';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import type { Row } from '#app/lib/database.types.ts';
import { getAbsoluteImageUrl } from '#app/lib/image-url.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import {
  breadcrumbNode,
  businessId,
  businessNode,
  pageNode,
  type Site,
  websiteId,
  websiteNode,
} from '#app/site/seo/structured-data.ts';
import type { DrawnShed } from '../shed-listings.ts';

/** For a shed's page, and for the list with the shed in a dialog: its canonical URL is that page. */
export function shedMeta(site: Site, shed: DrawnShed, texts: ImageAltTexts): MetaDescriptor[] {
  const { title } = shed;
  const path = shedPath(shed.id);
  const facts = `${shed.size} ${shed.shed_style} shed in ${shed.material_type}, ${shed.color}.`;
  const description = shed.description || facts;
  return pageMeta(site, {
    path,
    title,
    description,
    card: { image: shed.images[0] ?? null, drawing: 'sheds', url: getCardUrl(shed.drawing) },
    texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', { path, title }),
      ...productNodes(site, shed, description),
      breadcrumbNode(site, [
        { name: 'Custom Sheds', path: '/custom-sheds' },
        { name: title, path },
      ]),
    ],
  });
}

const shedPath = (id: string) => `/custom-sheds/${id}`;

const getCardUrl = (drawing: string) => `${drawing}&image=card`;

type ShedList = {
  path: string;
  title: string;
  sheds: Pick<Row<'shed_listings'>, 'id' | 'title'>[];
  /** The number of sheds on earlier pages. */
  before: number;
  total: number;
};

export function shedListNode(site: Site, list: ShedList): CollectionPage {
  const url = site.url + list.path;
  return {
    '@type': 'CollectionPage',
    '@id': `${url}#page`,
    url,
    name: list.title,
    inLanguage: 'en-CA',
    isPartOf: { '@id': websiteId(site) },
    breadcrumb: { '@id': `${url}#breadcrumbs` },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: list.total,
      itemListElement: list.sheds.map(({ id, title }, index) => ({
        '@type': 'ListItem',
        position: list.before + index + 1,
        name: title,
        url: site.url + shedPath(id),
      })),
    },
  };
}

/** Empty without a price above 0: search engines reject a product without an offer. */
export function productNodes(site: Site, shed: DrawnShed, description: string): Product[] {
  if (shed.price === null || shed.price <= 0) return [];
  const url = site.url + shedPath(shed.id);
  return [
    {
      '@type': 'Product',
      '@id': `${url}#product`,
      url,
      name: shed.title,
      description,
      image:
        shed.images.length > 0
          ? shed.images.map((path) => getAbsoluteImageUrl(site.url, path))
          : [site.url + getCardUrl(shed.drawing)],
      brand: { '@type': 'Brand', name: site.name },
      material: shed.material_type,
      color: shed.color,
      size: shed.size,
      additionalProperty: { '@type': 'PropertyValue', name: 'Style', value: shed.shed_style },
      offers: {
        '@type': 'Offer',
        url,
        price: shed.price.toFixed(2),
        priceCurrency: 'CAD',
        availability: 'https://schema.org/MadeToOrder',
        itemCondition: 'https://schema.org/NewCondition',
        seller: { '@id': businessId(site) },
      },
    },
  ];
}
