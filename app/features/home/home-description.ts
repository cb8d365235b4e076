import { type ServiceName, serviceNames } from '#app/features/business/service-terms.ts';
import { capitalize } from '#app/lib/text.ts';

/** What each service makes, in the order in which search engines read it. */
const nouns: Record<ServiceName, string[]> = {
  'Custom Sheds': ['sheds'],
  'Garages & Additions': ['garages', 'additions'],
  Shops: ['shops'],
  Siding: ['siding'],
  'Soffit & Fascia': ['soffit', 'fascia'],
  'Eavestrough & Roofing': ['eavestrough', 'roofing'],
  'Garage Doors': ['garage doors'],
};

type Services = readonly { name: ServiceName }[];

/**
 * Names what the business builds, such as `Sheds, garages and additions`; empty without services.
 * @param services those that the website shows
 * @param max the number of things to name
 */
export function listWork(services: Services, max?: number): string {
  const shown = new Set(services.map(({ name }) => name));
  const work = (Object.keys(nouns) as ServiceName[])
    .filter((name) => shown.has(name))
    .flatMap((name) => nouns[name])
    .slice(0, max);
  return capitalize(new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(work));
}

const usual = serviceNames.map((name) => ({ name }));
const unnamed = 'Custom building and exterior work';

/** The home page's title, and the description that it has without a hero. Neither names a hidden service. */
export function describeHome(businessName: string, services: Services = usual) {
  return {
    title: `${listWork(services, 3) || unnamed} in Ontario`,
    description: `${listWork(services) || unnamed} by ${businessName} in Ontario.`,
  };
}
