import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useAdminClient } from '#app/admin/session.ts';
import { toPricedListing } from '#app/features/designer/listing-design.ts';
import {
  type PriceListColumns,
  type PriceListRow,
  previewPrices,
} from '#app/features/designer/price-lists.ts';
import type { PreviewedPrice } from '#app/features/designer/price-schema.ts';
import { type ListedPrice, listShedPrices } from '#app/features/sheds/shed-listings.ts';
import type { Client } from '#app/lib/client.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { type PriceListInput, priceListForm, toPriceListColumns } from '../price-list-form.ts';
import { sampleDesigns } from '../sample-designs.ts';

const debounceMs = 400;
const maxDesigns = 500;

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

/** What the form's prices do to five sample designs and to every listing. */
export function usePreview(control: Control<PriceListInput>, published: PriceListRow | null) {
  const client = useAdminClient();
  const typed = useWatch({ control }) as PriceListInput;
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const parsed = priceListForm.safeParse(debounced);
  const columns = parsed.success ? toPriceListColumns(parsed.data) : undefined;
  const listings = useQuery({
    queryKey: ['shed_listings', 'prices'],
    queryFn: () => listShedPrices(client),
  });
  const preview = useQuery({
    queryKey: ['price_lists', 'preview', published?.id, JSON.stringify([columns, listings.data])],
    queryFn: () => readPreview(client, columns, published, listings.data ?? []),
    enabled: columns !== undefined && listings.data !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { ...preview, isInvalid: columns === undefined };
}

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
