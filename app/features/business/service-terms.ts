import { parseTexts } from './business-terms.ts';

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

/** Reads the column `service_links`: paths of the site and http(s), mailto and tel URLs. */
export const parseServiceLinks = (stored: unknown): ServiceTexts => parseTexts(stored);

/** Whether a link replaces the service's own page. Visitors can't be sent on to a phone number or an email address. */
export const replacesServicePage = (link: string | undefined): link is string =>
  link !== undefined && /^(https?:|[/#])/i.test(link);

/** A service that the website shows, with the owner's sentence about it, image of it and link instead of its page. */
export type ShownService = {
  name: ServiceName;
  text: string | undefined;
  image?: string;
  link?: string;
};

type StoredServices = {
  shown_services: string[] | null;
  service_texts: unknown;
  service_images?: unknown;
  service_links?: unknown;
};

/** The services in the owner's order; all in the usual order if none is stored. */
export function listShownServices(stored: StoredServices | null): ShownService[] {
  const texts = parseServiceTexts(stored?.service_texts);
  const images = parseServiceImages(stored?.service_images);
  const links = parseServiceLinks(stored?.service_links);
  return listShownNames(stored?.shown_services).map((name) => {
    const [image, link] = [images[name], links[name]];
    return { name, text: texts[name], ...(image && { image }), ...(link && { link }) };
  });
}

/** Finds the service to whose own page a link leads. */
export function findLinkedService<Service extends { name: ServiceName }>(
  link: string,
  services: Service[],
): Service | undefined {
  const path = link.replace(/[/?#]*([?#].*)?$/, '').toLowerCase();
  return services.find(({ name }) => getServicePath(name) === path);
}

/**
 * Where a service's page redirects.
 * @param origin the site's
 * @returns undefined if the page is shown, as it is if pages would redirect to each other
 */
export function findServiceTarget(
  name: ServiceName,
  services: ShownService[],
  origin: string,
): string | undefined {
  const link = services.find((service) => service.name === name)?.link;
  if (!replacesServicePage(link)) return undefined;
  const target = link.startsWith(`${origin}/`) ? link.slice(origin.length) : link;
  if (replacesServicePage(findLinkedService(target, services)?.link)) return undefined;
  return target.startsWith('#') ? `/${target}` : target;
}

/** @param stored the column `shown_services` */
export const listShownNames = (stored: string[] | null | undefined): ServiceName[] =>
  stored
    ? [...new Set(stored)].flatMap((name) => serviceNames.find((known) => known === name) ?? [])
    : [...serviceNames];
