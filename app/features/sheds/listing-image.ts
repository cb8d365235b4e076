import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignImageUrl } from '#app/features/designer/design-view.ts';
import { type DesignedListing, toListingDesign } from '#app/features/designer/listing-design.ts';
import { getListingDesignUrl } from './listing-design-url.ts';

/** The drawn image of a listing's design, or of the nearest one if it is none that can be designed. */
export function getListingImageUrl(listing: DesignedListing): string {
  const design = toListingDesign(listing) ?? findNearestDesign(listing);
  return getDesignImageUrl(design);
}

function findNearestDesign(listing: DesignedListing) {
  const [, query] = getListingDesignUrl(listing).split('?');
  return parseDesignParams(new URLSearchParams(query)).design;
}

export function withDrawing<Shed extends DesignedListing>({
  design,
  ...shed
}: Shed): Omit<Shed, 'design'> & { drawing: string; designUrl: string } {
  const listing = { ...shed, design };
  return {
    ...shed,
    drawing: getListingImageUrl(listing),
    designUrl: getListingDesignUrl(listing),
  };
}
