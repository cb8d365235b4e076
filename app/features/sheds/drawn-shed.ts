import { findOriginalDesign } from '#app/features/designer/listing-design.ts';
import type { Row } from '#app/lib/database.types.ts';
import { listDimensions } from './listing-dimensions.ts';
import { withDrawing } from './listing-drawing.ts';
import { parseSpecifications } from './shed-form.ts';
import type { DrawnShed } from './shed-listings.ts';

/**
 * What public pages show of a listing.
 * @param cardVersion of the colours of drawings
 */
export function toDrawnShed(
  { specifications, ...shed }: Row<'shed_listings'>,
  cardVersion?: string,
): DrawnShed {
  const design = findOriginalDesign(shed);
  return {
    ...withDrawing(shed, cardVersion),
    specifications: parseSpecifications(specifications),
    dimensions: design ? listDimensions(design) : [],
  };
}
