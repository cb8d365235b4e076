import { type ShedFilter, sizeGroups } from '../sheds/shed-filter.ts';

type Listing = { shed_style: string; size: string; material_type: string; color: string };

/** The designer's page that starts from a listing. What the listing has of no design is left out. */
export function getListingDesignUrl(listing: Listing): string {
  const { shed_style: style, size, material_type: material, color } = listing;
  const params = new URLSearchParams({ style });
  if (/^\d{1,2}x\d{1,2}$/.test(size)) params.set('size', size);
  params.set('material', material);
  params.set('color', color);
  return `/design?${params}`;
}

/** The designer's page that starts from what a list of sheds is filtered by. */
export function getFilterDesignUrl({ style, size, material, color }: ShedFilter): string {
  const [firstSize] = sizeGroups.find(({ name }) => name === size)?.sizes ?? [];
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ style, size: firstSize, material, color })) {
    if (value) params.set(name, value);
  }
  return params.size > 0 ? `/design?${params}` : '/design';
}
