import {
  type DesignView,
  formatDesignQuery,
  LIGHT_LABELS,
  parseDesignView,
  SEASON_LABELS,
} from '#app/features/designer/design-view.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';

export const SIDES = ['left', 'front', 'right', 'back'] as const;

/** How one image of a listing shows its design. */
export type ListingView = DesignView & { side: (typeof SIDES)[number] };

export const SIDE_LABELS: Record<ListingView['side'], string> = {
  left: 'From the left',
  front: 'From the front',
  right: 'From the right',
  back: 'From behind',
};

/** The default four images of a listing; the first one is the cover. */
export const LISTING_VIEWS: readonly ListingView[] = [
  { season: 'summer', light: 'day', side: 'left' },
  { season: 'autumn', light: 'evening', side: 'right' },
  { season: 'winter', light: 'dusk', side: 'front' },
  { season: 'spring', light: 'day', side: 'back' },
];

/** URL of an image of a listing, for staff. Each request draws it again. */
export function getListingViewUrl(design: ShedDesign, { side, ...view }: ListingView): string {
  return `/design/listing-image?${formatDesignQuery(design, view)}&side=${side}`;
}

/** Parses season, light and side; unknown values become the defaults. */
export function parseListingView(params: URLSearchParams): ListingView {
  const side = SIDES.find((each) => each === params.get('side')) ?? 'left';
  const { season, light } = parseDesignView(params);
  return { season, light, side };
}

/** What an image shows, such as `autumn, evening, from the right`. */
export function describeListingView({ season, light, side }: ListingView): string {
  return [SEASON_LABELS[season], LIGHT_LABELS[light], SIDE_LABELS[side]].join(', ').toLowerCase();
}
