import type { ProjectFilter } from '#app/domain/content/project-filter.ts';
import type { QuoteProjectType } from '#app/domain/options.ts';
import type { HousePart } from '#app/ui/illustrations/house-drawing.tsx';

export type Service = {
  name: string;
  part: HousePart;
  text: string;
  work?: ProjectFilter['slug'];
  /** Without finished work the card opens a quote form of this type; without a type it links to the sheds. */
  projectType?: QuoteProjectType;
};

export const services: Service[] = [
  {
    name: 'Shops',
    part: 'shop',
    text: 'Room to work in: a slab that takes a hoist, doors wide enough, light where the bench is.',
    projectType: 'Other',
  },
  {
    name: 'Garages & Additions',
    part: 'garage and addition',
    text: 'More house, in line with the old one: same pitch, same siding, no seam to explain.',
    work: 'garage',
    projectType: 'Garage Addition',
  },
  {
    name: 'Siding',
    part: 'siding',
    text: 'New boards over a wall that is dry first. Wood, vinyl or metal, straight courses.',
    work: 'siding',
    projectType: 'Exterior Renovation',
  },
  {
    name: 'Soffit & Fascia',
    part: 'soffit',
    text: 'Closed, vented eaves that keep the weather and the wasps out of the attic.',
    work: 'exterior-renovation',
    projectType: 'Exterior Renovation',
  },
  {
    name: 'Eavestrough & Roofing',
    part: 'roof',
    text: 'Shingle or steel, and troughs that carry the spring melt away from the wall.',
    work: 'roofing',
    projectType: 'Exterior Renovation',
  },
  {
    name: 'Garage Doors',
    part: 'garage door',
    text: 'Insulated doors that close on a level sill, hung, balanced and wired.',
    projectType: 'Exterior Renovation',
  },
  {
    name: 'Custom Sheds',
    part: 'shed',
    text: 'From eight by eight up, in your colours, framed like a house and set level.',
  },
];
