import { getTypes, type JsonLd } from './vocabulary.ts';

/**
 * What Google asks of a type of structured data, as its documentation has it, and why we leave out
 * what we leave out.
 */
type Rule = {
  type: string;
  source: string;
  required: string[];
  recommended: string[];
  /** Recommended properties that our pages show nothing of. */
  notShown: Record<string, string>;
};

const docs = 'https://developers.google.com/search/docs/appearance';
const selfServing = 'reviews of a business on its own site are self-serving and never marked up';

const googleRules: Rule[] = [
  {
    type: 'HomeAndConstructionBusiness',
    source: `${docs}/structured-data/local-business`,
    required: ['name', 'address'],
    recommended: [
      'openingHoursSpecification',
      'priceRange',
      'telephone',
      'url',
      'geo',
      'aggregateRating',
      'review',
      'department',
      'menu',
      'servesCuisine',
    ],
    notShown: {
      geo: 'only where coordinates are set',
      aggregateRating: selfServing,
      review: selfServing,
      department: 'there are none',
      menu: 'for restaurants',
      servesCuisine: 'for restaurants',
    },
  },
  {
    type: 'PostalAddress',
    source: `${docs}/structured-data/local-business`,
    required: ['streetAddress', 'addressCountry'],
    recommended: ['addressLocality', 'addressRegion', 'postalCode'],
    notShown: {
      addressLocality: 'only if the stored line can be parsed',
      addressRegion: 'only if the stored line can be parsed',
      postalCode: 'only where it is stored',
    },
  },
  {
    type: 'OpeningHoursSpecification',
    source: `${docs}/structured-data/local-business`,
    required: ['dayOfWeek', 'opens', 'closes'],
    recommended: ['validFrom', 'validThrough'],
    notShown: { validFrom: 'no seasons are stored', validThrough: 'no seasons are stored' },
  },
  {
    type: 'Organization',
    source: `${docs}/structured-data/organization`,
    required: [],
    recommended: ['name', 'url', 'logo', 'telephone', 'email', 'sameAs', 'address'],
    notShown: {
      logo: 'on the pages that show more than its name',
      telephone: 'only where it is stored',
      email: 'only where it is stored',
      sameAs: 'only where links are stored',
      address: 'without one it is no local business',
    },
  },
  {
    type: 'WebSite',
    source: `${docs}/site-names`,
    required: ['name', 'url'],
    recommended: ['alternateName'],
    notShown: { alternateName: 'the business has one name' },
  },
  {
    type: 'VideoObject',
    source: `${docs}/structured-data/video`,
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: [
      'description',
      'contentUrl',
      'embedUrl',
      'duration',
      'expires',
      'hasPart',
      'interactionStatistic',
      'publication',
      'ineligibleRegion',
    ],
    notShown: {
      description: 'only where it is stored',
      contentUrl: 'for a file; a host has embedUrl',
      embedUrl: 'for a host; a file has contentUrl',
      duration: 'not stored',
      expires: 'clips do not expire',
      hasPart: 'no key moments are stored',
      interactionStatistic: 'visitors are not counted',
      publication: 'nothing is live',
      ineligibleRegion: 'shown everywhere',
    },
  },
  {
    type: 'Product',
    source: `${docs}/structured-data/merchant-listing`,
    required: ['name', 'image', 'offers'],
    recommended: [
      'description',
      'brand',
      'color',
      'material',
      'size',
      'sku',
      'gtin',
      'mpn',
      'review',
      'aggregateRating',
      'audience',
      'pattern',
      'isVariantOf',
      'inProductGroupWithID',
    ],
    notShown: {
      sku: 'sheds are built to order and have no number',
      gtin: 'sheds are built to order and have no number',
      mpn: 'sheds are built to order and have no number',
      review: 'reviews are of the business, not of a shed',
      aggregateRating: 'reviews are of the business, not of a shed',
      audience: 'for everybody',
      pattern: 'not stored',
      isVariantOf: 'each listing stands for itself',
      inProductGroupWithID: 'each listing stands for itself',
    },
  },
  {
    type: 'Offer',
    source: `${docs}/structured-data/merchant-listing`,
    required: ['price', 'priceCurrency'],
    recommended: [
      'availability',
      'itemCondition',
      'url',
      'priceValidUntil',
      'shippingDetails',
      'hasMerchantReturnPolicy',
      'priceSpecification',
    ],
    notShown: {
      priceValidUntil: 'the price holds until it is changed',
      shippingDetails: 'stated in the quote',
      hasMerchantReturnPolicy: 'stated in the quote',
      priceSpecification: 'the price is a plain one',
    },
  },
  {
    type: 'BlogPosting',
    source: `${docs}/structured-data/article`,
    required: [],
    recommended: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
    notShown: { dateModified: 'only where the page shows a later change' },
  },
  {
    type: 'Person',
    source: `${docs}/structured-data/article`,
    required: ['name'],
    recommended: ['url'],
    notShown: { url: 'authors have no pages' },
  },
  {
    type: 'BreadcrumbList',
    source: `${docs}/structured-data/breadcrumb`,
    required: ['itemListElement'],
    recommended: [],
    notShown: {},
  },
  {
    type: 'ItemList',
    source: `${docs}/structured-data/carousel`,
    required: ['itemListElement'],
    recommended: [],
    notShown: {},
  },
];

/** Every node of the graph, nested ones included. */
export function everyNode(value: unknown): JsonLd[] {
  if (Array.isArray(value)) return value.flatMap(everyNode);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as JsonLd;
  return [...(node['@type'] ? [node] : []), ...Object.values(node).flatMap(everyNode)];
}

/** What the documentation requires and the graph lacks. */
export function findGoogleViolations(graph: JsonLd[]): string[] {
  return everyNode(graph).flatMap((node) => [
    ...googleRules
      .filter(({ type }) => getTypes(node).includes(type) && !isServiceOffer(node))
      .flatMap(({ type, required, recommended, notShown }) =>
        [...required, ...recommended.filter((name) => !(name in notShown))]
          .filter((name) => isEmpty(node[name]))
          .map((name) => `${type} has no ${name}`),
      ),
    ...findListViolations(node),
  ]);
}

/** The offers of the service catalogue name a service, not a price. */
function isServiceOffer(node: JsonLd): boolean {
  return 'itemOffered' in node;
}

/**
 * Breadcrumbs need two items with position, name and URL, each item of a carousel a position
 * and a page of its own.
 */
function findListViolations(node: JsonLd): string[] {
  const type = getTypes(node)[0];
  if (type !== 'BreadcrumbList' && type !== 'ItemList') return [];
  const items = everyNode(node.itemListElement);
  const urlProperty = type === 'BreadcrumbList' ? 'item' : 'url';
  return [
    ...(type === 'BreadcrumbList' && items.length < 2 ? ['BreadcrumbList is too short'] : []),
    ...items.flatMap((item, index) =>
      ['position', 'name', urlProperty]
        .filter((name) => isEmpty(item[name]))
        .map((name) => `${type}: item ${index + 1} has no ${name}`),
    ),
  ];
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
