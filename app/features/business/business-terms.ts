/** The radius around the yard in which the business works, in metres; for search engines. */
export const serviceRadius = 50_000;

/** How customers can pay; for search engines. */
export const payment = ['cash', 'credit card', 'bank transfer'] as const;

/** The services of the home page, in the order of the specification. */
export const serviceNames = [
  'Shops',
  'Garages & Additions',
  'Siding',
  'Soffit & Fascia',
  'Eavestrough & Roofing',
  'Garage Doors',
  'Custom Sheds',
] as const;

export type ServiceName = (typeof serviceNames)[number];
/** The path of a service's page, such as /services/soffit-and-fascia. */
export const getServicePath = (name: ServiceName): string =>
  `/services/${name.toLowerCase().replace('&', 'and').replaceAll(' ', '-')}`;

export type ServiceTexts = Partial<Record<ServiceName, string>>;

/** Reads the column `service_texts`, as far as it has texts. */
export const parseServiceTexts = (stored: unknown): ServiceTexts => parseTexts(stored);

/** Reads the column `service_images`: keys in the images bucket. */
export const parseServiceImages = (stored: unknown): ServiceTexts => parseTexts(stored);

/** A service that the website shows, with the owner's sentence about it and image of it. */
export type ShownService = { name: ServiceName; text: string | undefined; image?: string };

type StoredServices = {
  shown_services: string[] | null;
  service_texts: unknown;
  service_images?: unknown;
};

/** The services in the owner's order; all in the usual order if none is stored. */
export function listShownServices(stored: StoredServices | null): ShownService[] {
  const texts = parseServiceTexts(stored?.service_texts);
  const images = parseServiceImages(stored?.service_images);
  return listShownNames(stored?.shown_services).map((name) => {
    const image = images[name];
    return { name, text: texts[name], ...(image && { image }) };
  });
}

/** @param stored the column `shown_services` */
export const listShownNames = (stored: string[] | null | undefined): ServiceName[] =>
  stored
    ? [...new Set(stored)].flatMap((name) => serviceNames.find((known) => known === name) ?? [])
    : [...serviceNames];

/** Facts about the business that visitors want to know before they ask. */
export const trustFacts = {
  since: 'Building since',
  licences: 'Licences and registrations',
  insurance: 'Insurance',
  wsib: 'WSIB',
  warranty: 'Warranty',
  payment: 'Deposit and payment',
  lead_times: 'Lead times',
} as const;

/** The steps of an order. */
export const orderSteps = {
  ask: 'You ask',
  visit: 'We visit',
  quote: 'You get a quote',
  build: 'We build',
} as const;

export type TrustTexts = Partial<Record<keyof typeof trustFacts | keyof typeof orderSteps, string>>;

/** Reads the column `trust_texts`, as far as it has texts. Restored rows may have former names. */
export const parseTrustTexts = (stored: unknown): TrustTexts =>
  Object.fromEntries(
    Object.entries(parseTexts(stored)).filter(([name]) => name in trustFacts || name in orderSteps),
  );

const parseTexts = (stored: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(stored ?? {}).filter(([, text]) => typeof text === 'string'));
