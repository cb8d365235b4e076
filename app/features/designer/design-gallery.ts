import type { Client } from '#app/lib/client.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { type ColorCard, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { formatFootprint } from '#drawing/geometry/lengths.ts';
import { describeColors } from './describe-colors.ts';
import { readDesignPrice } from './design-prices.ts';
import { formatDesignQuery } from './design-view.ts';
import { type DesignedListing, parseSize, toListingDesign } from './listing-design.ts';
import { describeListing, readHstBasisPoints } from './listing-terms.ts';
import { isOffered, offerDesign, type Withdrawn } from './offer.ts';
import { describeAmount, type PricedDesign } from './price.ts';

/** A design to start from. */
export type GalleryCard = {
  id: string;
  title: string;
  /** The canonical query of the design. */
  query: string;
  /** Its size, siding and colour. */
  details: string;
  /** Empty if visitors see none. */
  price: string;
};

export type Gallery = { presets: GalleryCard[]; listings: GalleryCard[] };

/** Together with the presets fewer than the drawings that a network may wait for. */
const maxListings = 8;

const listPresets = (withdrawn: Withdrawn): ShedDesign[] =>
  STYLES.filter((style) => isOffered(withdrawn, 'style', style)).map(
    (style) => offerDesign(createPresetDesign({ style }), withdrawn).design,
  );

const toPresetCard = (design: ShedDesign, price: string, colors?: ColorCard): GalleryCard =>
  toCard({ id: design.style, title: design.style, price }, design, colors);

const toCard = (
  card: Pick<GalleryCard, 'id' | 'title' | 'price'>,
  design: ShedDesign,
  colors?: ColorCard,
): GalleryCard => ({
  ...card,
  query: formatDesignQuery(design),
  details: [formatFootprint(design), design.material, describeColors(design, colors).wall].join(
    ', ',
  ),
});

const describe = (price: PricedDesign | null | undefined) =>
  price && price.visibility !== 'none' ? describeAmount(price) : '';

/** The gallery without prices and listings. @param colors with the suppliers' names */
export const createGallery = (withdrawn: Withdrawn, colors?: ColorCard): Gallery => ({
  presets: listPresets(withdrawn).map((design) => toPresetCard(design, '', colors)),
  listings: [],
});

/**
 * Reads the standard shed of each style, and the first listings that the designer can build.
 * @param colors with the suppliers' names
 */
export async function readGallery(
  client: Client,
  withdrawn: Withdrawn,
  colors?: ColorCard,
): Promise<Gallery> {
  const designs = listPresets(withdrawn);
  const [prices, listings, hstBasisPoints] = await Promise.all([
    Promise.all(designs.map((design) => readDesignPrice(client, design))),
    readListings(client),
    readHstBasisPoints(client),
  ]);
  const terms = { hstBasisPoints, included: '' };
  return {
    presets: designs.map((design, index) => toPresetCard(design, describe(prices[index]), colors)),
    listings: listings.flatMap((listing) => {
      const design = toOfferedListing(listing, withdrawn);
      const price =
        listing.price === null ? formatPrice(null) : describeListing(listing.price, terms);
      const { id, title } = listing;
      return design ? [toCard({ id, title, price }, design, colors)] : [];
    }),
  };
}

/** The design of a listing; undefined if the designer doesn't build it in its size with options that are offered. */
function toOfferedListing(listing: DesignedListing, withdrawn: Withdrawn): ShedDesign | undefined {
  const design = toListingDesign(listing);
  const size = parseSize(listing.size);
  if (design?.width !== size?.width || design?.length !== size?.length) return undefined;
  return design && offerDesign(design, withdrawn).changes.length === 0 ? design : undefined;
}

async function readListings(client: Client) {
  const { data } = await client
    .from('shed_listings')
    .select('id, title, material_type, color, size, shed_style, price, design')
    .eq('is_active', true)
    .order('is_featured', { ascending: false })
    .order('created_at', { ascending: false })
    .order('id')
    .limit(maxListings)
    .throwOnError();
  return data;
}
