import {
  getServicePath,
  type ServiceName,
  serviceNames,
} from '#app/features/business/service-terms.ts';
import type { FixedFilterSlug } from '#app/features/projects/project-filter.ts';
import type { QuoteProjectType } from '#app/lib/options.ts';
import type { HousePart } from '#app/ui/house-drawing.tsx';

export type Service = {
  part: HousePart;
  work?: FixedFilterSlug;
  /** The project type of the quote form that the card opens if there is no finished work. Without a type the card links to the sheds. */
  projectType?: QuoteProjectType;
};

export const services: Record<ServiceName, Service> = {
  Shops: {
    part: 'shop',
    projectType: 'Other',
  },
  'Garages & Additions': {
    part: 'garage and addition',
    work: 'garage',
    projectType: 'Garage Addition',
  },
  Siding: {
    part: 'siding',
    work: 'siding',
    projectType: 'Exterior Renovation',
  },
  'Soffit & Fascia': {
    part: 'soffit',
    work: 'exterior-renovation',
    projectType: 'Exterior Renovation',
  },
  'Eavestrough & Roofing': {
    part: 'roof',
    work: 'roofing',
    projectType: 'Exterior Renovation',
  },
  'Garage Doors': {
    part: 'garage door',
    projectType: 'Exterior Renovation',
  },
  'Custom Sheds': {
    part: 'shed',
    work: 'custom-shed',
  },
};

/** Finds a service by the last segment of its path; undefined for another one. */
export function findService(slug: string): (Service & { name: ServiceName }) | undefined {
  const name = serviceNames.find((each) => getServicePath(each) === `/services/${slug}`);
  return name && { name, ...services[name] };
}
