import { toPricedListing } from '#app/features/designer/listing-design.ts';
import { type PriceListColumns, previewPrices } from '#app/features/designer/price-list.ts';
import type { PreviewedPrice } from '#app/features/designer/price-schema.ts';
import {
  type PriceProposal,
  type PriceStep,
  roundPrice,
} from '#app/features/sheds/price-change.ts';
import type { ListedPrice } from '#app/features/sheds/shed-listings.ts';
import type { Client } from '#app/lib/client.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { createPresetDesign, type PresetChoice } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';

const choices: PresetChoice[] = [
  { style: 'Gable', width: 8, length: 10, material: 'Wood' },
  { style: 'Gambrel', width: 12, length: 16, material: 'Duratemp' },
  { style: 'Porch', width: 12, length: 20, material: 'Wood' },
  { style: 'Modern Farmhouse', width: 14, length: 20, material: 'Metal' },
  { style: 'A-Frame', width: 10, length: 12, material: 'Vinyl' },
];

/** Five different sheds that show what a change of the price list does. */
export const sampleDesigns = choices.map((choice) => {
  const design = createPresetDesign(choice);
  const { style, width, length, material } = design;
  return { title: `${style}, ${width}x${length}, ${material}`, design };
});

export type PreviewRow = {
  id: string;
  title: string;
  /** By the published price list. */
  published: PreviewedPrice | null;
  /** By the form. */
  draft: PreviewedPrice | null;
  isDesigned: boolean;
  /** The price of the listing, in cents. */
  listed?: number | null;
};

const maxDesigns = 500;

/**
 * Calculates what designs and listings cost by two price lists, before tax.
 * @param columns the price list that may come; undefined if there is none
 * @param published the one in force
 */
export async function readPreview(
  client: Client,
  columns: PriceListColumns | undefined,
  published: PriceListColumns | null,
  listings: ListedPrice[],
): Promise<{ samples: PreviewRow[]; listings: PreviewRow[] }> {
  const listed = listings.map((listing) => ({ listing, design: toPricedListing(listing) }));
  const designs = [...sampleDesigns, ...listed].flatMap(({ design }) => design ?? []);
  const price = async (list: PriceListColumns | null | undefined) => {
    if (!list) return designs.map(() => null);
    const prices: (PreviewedPrice | null)[] = [];
    for (let at = 0; at < designs.length; at += maxDesigns) {
      prices.push(...(await previewPrices(client, list, designs.slice(at, at + maxDesigns))));
    }
    return prices;
  };
  const [before, after] = await Promise.all([price(published), price(columns)]);
  const getPrices = (design: ShedDesign | undefined) => {
    const at = design ? designs.indexOf(design) : -1;
    return {
      published: before[at] ?? null,
      draft: after[at] ?? null,
      isDesigned: design !== undefined,
    };
  };
  return {
    samples: sampleDesigns.map(({ title, design }) => ({ id: title, title, ...getPrices(design) })),
    listings: listed.map(({ listing: { id, title, price }, design }) => ({
      ...{ id, title },
      listed: price === null ? null : Math.round(price * 100),
      ...getPrices(design),
    })),
  };
}

/**
 * Explains why there are no prices to choose from; undefined if there are some, null for an offer that is not shown.
 * @param proposals undefined until they are calculated
 */
export function explainEmpty(
  proposals: PriceProposal[] | undefined,
  { isOffered, isError }: { isOffered: boolean; isError: boolean },
): string | null | undefined {
  if (proposals?.length) return undefined;
  if (isOffered) return null;
  if (isError) return "Couldn't calculate the prices.";
  return proposals ? 'No price would change.' : 'Calculating...';
}

/** Listings whose price differs from the calculated one, rounded to the step or to the dollar. */
export function toProposals(rows: PreviewRow[], step: PriceStep): PriceProposal[] {
  return rows.flatMap(({ id, title, listed, draft }) => {
    if (typeof listed !== 'number' || !draft) return [];
    const [from, exact] = [listed / 100, draft.subtotal / 100];
    const to = roundPrice(exact, step);
    // The list also shows without changes, because the control for the step stands above it.
    return from === to && from === roundPrice(exact, 1) ? [] : { id, title, from, to };
  });
}

/** Sentences about the listings without a proposal, each with a blank before it. */
export function describeOthers(proposals: PriceProposal[], rows: PreviewRow[]): string {
  const priced = rows.filter(({ listed }) => typeof listed === 'number');
  const calculated = priced.filter(({ draft }) => draft);
  const designed = priced.filter(({ isDesigned }) => isDesigned);
  const same = calculated.length - proposals.length;
  const unpriced = rows.length - priced.length;
  const withoutBase = designed.length - calculated.length;
  const unknown = priced.length - designed.length;
  return [
    same > 0 && ` ${pluralize(same, 'listing has', 'listings have')} that price already.`,
    unpriced > 0 && ` ${pluralize(unpriced, 'listing has', 'listings have')} no price.`,
    withoutBase > 0 &&
      ` ${pluralize(withoutBase, 'listing is', 'listings are')} of a style without a base price.`,
    unknown > 0 &&
      ` ${pluralize(unknown, 'listing is', 'listings are')} of a style or size that the designer doesn't have.`,
  ]
    .filter(Boolean)
    .join('');
}
