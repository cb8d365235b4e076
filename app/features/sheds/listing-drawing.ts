import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignImageUrl, getDesignUrl } from '#app/features/designer/design-view.ts';
import { withCardVersion } from '#app/features/designer/drawing-url.ts';
import {
  type DesignedListing,
  findOption,
  findOriginalDesign,
  parseSize,
  toListingDesign,
} from '#app/features/designer/listing-design.ts';
import { COLORS, MATERIALS, STYLES } from '#drawing/design/shed-design.ts';

/** URL of the drawing of a listing's design, or of the nearest design if the designer cannot build it. */
export function getListingImageUrl(listing: DesignedListing): string {
  const design = toListingDesign(listing) ?? findNearestDesign(listing);
  return getDesignImageUrl(design);
}

function findNearestDesign(listing: DesignedListing) {
  const [, query] = getListingDesignUrl(listing).split('?');
  return parseDesignParams(new URLSearchParams(query)).design;
}

/**
 * Replaces a listing's design with the URLs of its drawing and of the designer.
 * @param cardVersion of the colours of drawings
 */
export function withDrawing<Shed extends DesignedListing>(
  { design, ...shed }: Shed,
  cardVersion?: string,
): Omit<Shed, 'design'> & { drawing: string; designUrl: string } {
  const listing = { ...shed, design };
  return {
    ...shed,
    drawing: withCardVersion(getListingImageUrl(listing), cardVersion),
    designUrl: getListingDesignUrl(listing),
  };
}

/** URL of the designer that starts from a listing, with whichever of its style, size, material and color the designer offers. */
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
