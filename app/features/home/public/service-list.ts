import { getServicePath, type ServiceName } from '#app/features/business/business-terms.ts';
import type { ProjectFilter } from '#app/features/projects/project-filter.ts';
import type { QuoteProjectType } from '#app/lib/options.ts';
import type { HousePart } from '#app/ui/house-drawing.tsx';

export type Service = {
  name: ServiceName;
  part: HousePart;
  work?: ProjectFilter['slug'];
  /** The project type of the quote form that the card opens if there is no finished work. Without a type the card links to the sheds. */
  projectType?: QuoteProjectType;
};

export const services: Record<ServiceName, Service> = {
  Shops: {
    name: 'Shops',
    part: 'shop',
    projectType: 'Other',
  },
  'Garages & Additions': {
    name: 'Garages & Additions',
    part: 'garage and addition',
    work: 'garage',
    projectType: 'Garage Addition',
  },
  Siding: {
    name: 'Siding',
    part: 'siding',
    work: 'siding',
    projectType: 'Exterior Renovation',
  },
  'Soffit & Fascia': {
    name: 'Soffit & Fascia',
    part: 'soffit',
    work: 'exterior-renovation',
    projectType: 'Exterior Renovation',
  },
  'Eavestrough & Roofing': {
    name: 'Eavestrough & Roofing',
    part: 'roof',
    work: 'roofing',
    projectType: 'Exterior Renovation',
  },
  'Garage Doors': {
    name: 'Garage Doors',
    part: 'garage door',
    projectType: 'Exterior Renovation',
  },
  'Custom Sheds': {
    name: 'Custom Sheds',
    part: 'shed',
    work: 'custom-shed',
  },
};

/** Finds a service by the last segment of its path; undefined for another one. */
export const findService = (slug: string): Service | undefined =>
  Object.values(services).find(({ name }) => getServicePath(name) === `/services/${slug}`);
