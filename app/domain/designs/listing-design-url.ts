import { getDesignUrl } from './design-view.ts';
import { type DesignedListing, findOriginalDesign } from './listing-design.ts';

/** The designer's page that starts from a listing. What the listing has of no design is left out. */
export function getListingDesignUrl(listing: DesignedListing): string {
  const design = findOriginalDesign(listing);
  if (design) return getDesignUrl(design);
  const { shed_style: style, size, material_type: material, color } = listing;
  const params = new URLSearchParams({ style });
  if (/^\d{1,2}x\d{1,2}$/.test(size)) params.set('size', size);
  params.set('material', material);
  params.set('color', color);
  return `/design?${params}`;
}
