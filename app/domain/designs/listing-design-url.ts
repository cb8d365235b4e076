import { parseDesignParams } from './design-params.ts';
import { getDesignUrl } from './design-view.ts';
import { type DesignedListing, findOriginalDesign, parseSize } from './listing-design.ts';

/** The designer's page that starts from a listing, by what the designer knows of it: at best its style and size. */
export function getListingDesignUrl(listing: DesignedListing): string {
  const design = findOriginalDesign(listing);
  if (design) return getDesignUrl(design);
  const { shed_style: style, material_type: material, color } = listing;
  const size = parseSize(listing.size);
  const params = new URLSearchParams({
    style,
    ...(size ? { size: `${size.width}x${size.length}` } : {}),
    material,
    color,
  });
  for (const change of parseDesignParams(params).changes) {
    if (change.type === 'unknown value') params.delete(change.param);
  }
  return `/design?${params}`;
}
