import { toPricedListing } from '#app/features/designer/listing-design.ts';
import { type PriceListColumns, previewPrices } from '#app/features/designer/price-list.ts';
import type { PreviewedPrice } from '#app/features/designer/price-schema.ts';
import type { ListedPrice } from '#app/features/sheds/shed-listings.ts';
import type { Client } from '#app/lib/client.ts';
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

/** A small, a usual and a large shed, which the short form shows. */
export const exampleDesigns = sampleDesigns.filter(({ design }) =>
  ['Gable', 'Gambrel', 'Modern Farmhouse'].includes(design.style),
);

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
