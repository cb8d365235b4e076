import { parseDesignParams } from './design-params.ts';
import { getDesignImageUrl } from './design-view.ts';
import { toListingDesign } from './listing-design.ts';
import { getListingDesignUrl } from './listing-design-url.ts';

type Listing = { shed_style: string; material_type: string; color: string; size: string };

/** The drawn image of a listing: its preset design, or the nearest one if it is none that can be designed. */
export function getListingImageUrl(listing: Listing): string {
  const design = toListingDesign(listing) ?? findNearestDesign(listing);
  return getDesignImageUrl(design);
}

function findNearestDesign(listing: Listing) {
  const [, query] = getListingDesignUrl(listing).split('?');
  return parseDesignParams(new URLSearchParams(query)).design;
}

/** Adds the drawn image, which is shown if there is no photograph or it can't be loaded. */
export function withDrawing<Shed extends Listing>(shed: Shed): Shed & { drawing: string } {
  return { ...shed, drawing: getListingImageUrl(shed) };
}
