import { getDesignUrl } from '#app/features/designer/design-view.ts';
import {
  type DesignedListing,
  findOption,
  findOriginalDesign,
  parseSize,
} from '#app/features/designer/listing-design.ts';
import { COLORS, MATERIALS, STYLES } from '#drawing/design/shed-design.ts';

/** The designer's page that starts from a listing, by what the designer knows of it: at best its style and size. */
export function getListingDesignUrl(listing: DesignedListing): string {
  const design = findOriginalDesign(listing);
  if (design) return getDesignUrl(design);
  const size = parseSize(listing.size);
  const known = {
    style: findOption(STYLES, listing.shed_style),
    size: size && `${size.width}x${size.length}`,
    material: findOption(MATERIALS, listing.material_type),
    color: findOption(COLORS, listing.color),
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(known)) if (value) params.set(name, value);
  return `/design?${params}`;
}
