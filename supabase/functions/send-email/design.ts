import { z } from 'zod';
import { formatWholeDollars } from '#app/lib/prices.ts';

const option = z.string().max(60);
const designRow = z.object({
  style: option,
  width: z.number(),
  length: z.number(),
  wallHeight: z.number(),
  material: option,
  wallColor: option,
  trimColor: option,
  roofColor: option,
  roofing: option,
  foundation: option,
  openings: z.array(z.object({ type: option, wall: option, position: z.number() })).max(24),
  extras: z.array(option).max(24),
  porchDepth: z.number(),
});
const priceListVersion = z.number();
const facts = {
  priceListVersion,
  includesHst: z.boolean().nullable(),
  deliveryWithinKm: z.number().nullable(),
};
const priceRow = z.object({
  wasSeen: z.boolean(),
  shown: z.discriminatedUnion('visibility', [
    z.object({
      ...facts,
      visibility: z.literal('itemised'),
      /** Missing in earlier requests, as the totals of a range. */
      subtotal: z.number().optional(),
      total: z.number(),
    }),
    z.object({
      ...facts,
      visibility: z.literal('range'),
      low: z.number(),
      high: z.number(),
      totals: z.object({ low: z.number(), high: z.number() }).nullish(),
    }),
    z.object({ priceListVersion, visibility: z.literal('none') }),
  ]),
});

/**
 * The search params of a stored design for /design and /design/image, all values written out.
 * app/features/designer/design-params.ts reads them; the functions can't import it.
 *
 * @returns undefined if there is no design
 */
export function toDesignQuery(stored: unknown): string | undefined {
  const { data: design } = designRow.safeParse(stored);
  if (!design) return undefined;
  const params = new URLSearchParams({
    style: design.style,
    size: `${design.width}x${design.length}`,
    material: design.material,
    color: design.wallColor,
    trim: design.trimColor,
    roof: design.roofColor,
    roofing: design.roofing,
    foundation: design.foundation,
    height: String(design.wallHeight),
    porch: String(design.porchDepth),
    extras: design.extras.map(toSlug).join('_') || 'none',
  });
  for (const wall of ['front', 'back', 'left', 'right']) {
    const openings = design.openings.filter((opening) => opening.wall === wall);
    const texts = openings.map(({ type, position }) => `${type}.${position}`);
    if (texts.length > 0) params.set(wall, texts.join('_'));
  }
  if (design.openings.length === 0) params.set('openings', 'none');
  return params.toString();
}

/** The price of a request, and whether the visitor saw it; undefined without a price. */
export function describeRequestPrice(stored: unknown): string | undefined {
  const { data } = priceRow.safeParse(stored);
  if (!data) return undefined;
  const { shown, wasSeen } = data;
  const version = `price list version ${shown.priceListVersion}`;
  const seen = wasSeen
    ? 'as the customer saw it'
    : 'when it was sent; the customer may have seen another price';
  if (shown.visibility === 'none') {
    return `Not shown to customers${wasSeen ? '' : ` ${seen}`} (${version})`;
  }
  return `${describeShown(shown)}, ${seen} (${version})`;
}

/** The price that the visitor saw, for the copy of their request; undefined if they saw none or another one. */
export function describeSeenPrice(stored: unknown): string | undefined {
  const { data } = priceRow.safeParse(stored);
  if (!data?.wasSeen || data.shown.visibility === 'none') return undefined;
  return `${describeShown(data.shown)} (approximate: only our written quote is binding)`;
}

function describeShown(shown: Shown): string {
  const { deliveryWithinKm } = shown;
  const delivery =
    deliveryWithinKm === null ? 'without delivery' : `with delivery within ${deliveryWithinKm} km`;
  return `${describeAmount(shown)}, ${delivery}`;
}

type Shown = Exclude<z.output<typeof priceRow>['shown'], { visibility: 'none' }>;

function describeAmount(shown: Shown): string {
  const formatRange = ({ low, high }: { low: number; high: number }) =>
    `${formatWholeDollars(low)} to ${formatWholeDollars(high)}`;
  const total = shown.visibility === 'range' ? formatRange(shown) : formatWholeDollars(shown.total);
  if (shown.includesHst === null) return `${total} before tax`;
  if (!shown.includesHst) return total;
  if (shown.visibility === 'range') {
    const { totals } = shown;
    return totals ? `${total} + HST, ${formatRange(totals)} in total` : `${total}, including HST`;
  }
  const { subtotal } = shown;
  return subtotal === undefined
    ? `${total}, including HST`
    : `${formatWholeDollars(subtotal)} + HST, ${total} in total`;
}

const toSlug = (extra: string) =>
  extra.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
