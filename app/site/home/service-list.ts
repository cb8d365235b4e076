import type { HousePart } from '#app/ui/illustrations/house-drawing.tsx';

export const services: { name: string; part: HousePart; text: string }[] = [
  {
    name: 'Shops',
    part: 'shop',
    text: 'Room to work in: a slab that takes a hoist, doors wide enough, light where the bench is.',
  },
  {
    name: 'Garages & Additions',
    part: 'garage and addition',
    text: 'More house, in line with the old one: same pitch, same siding, no seam to explain.',
  },
  {
    name: 'Siding',
    part: 'siding',
    text: 'New boards over a wall that is dry first. Wood, vinyl or metal, straight courses.',
  },
  {
    name: 'Soffit & Fascia',
    part: 'soffit',
    text: 'Closed, vented eaves that keep the weather and the wasps out of the attic.',
  },
  {
    name: 'Eavestrough & Roofing',
    part: 'roof',
    text: 'Shingle or steel, and troughs that carry the spring melt away from the wall.',
  },
  {
    name: 'Garage Doors',
    part: 'garage door',
    text: 'Insulated doors that close on a level sill, hung, balanced and wired.',
  },
  {
    name: 'Custom Sheds',
    part: 'shed',
    text: 'From eight by eight up, in your colours, framed like a house and set level.',
  },
];
