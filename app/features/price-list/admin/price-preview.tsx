import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { describeMargin } from '#app/features/designer/price.ts';
import type { PriceListRow } from '#app/features/designer/price-list.ts';
import type { PreviewedPrice } from '#app/features/designer/price-schema.ts';
import { listShedPrices } from '#app/features/sheds/shed-listings.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { type PreviewRow, readPreview } from '../price-effects.ts';
import { type PriceListInput, priceListForm, toPriceListColumns } from '../price-list-form.ts';

type PreviewProps = {
  control: Control<PriceListInput>;
  published: PriceListRow | null;
  /** True if the form shows the published prices. */
  canApply: boolean;
  onApply: (published: PriceListRow) => void;
};

export function Preview({ control, published, canApply, onApply }: PreviewProps) {
  const { data, isError, isInvalid } = usePreview(control, published);
  return (
    <FormSection
      title="Effect"
      intro="Prices are before tax and include delivery to the nearest distance. Margins leave out delivery. Only staff see costs and margins."
    >
      <p role="status" className="mb-3 font-medium text-barn empty:hidden">
        {isInvalid
          ? 'Complete the price list to see its effect.'
          : isError && "Couldn't calculate the effect."}
      </p>
      {data && (
        <>
          <h3 className="mb-1 font-semibold">Five sample designs</h3>
          <ul className="divide-y divide-line">
            {data.samples.map((row) => (
              <PreviewItem key={row.id} row={row} hasPublished={published !== null} />
            ))}
          </ul>
          <h3 className="mt-6 mb-1 font-semibold">Shed listings ({data.listings.length})</h3>
          {published && canApply && data.listings.length > 0 ? (
            <Button variant="secondary" className="my-2" onClick={() => onApply(published)}>
              Apply to Listings
            </Button>
          ) : (
            <p className="text-ink-soft text-sm">
              Listings keep their prices until you apply the published price list to them.
            </p>
          )}
          <ul className="divide-y divide-line">
            {data.listings.map((row) => (
              <PreviewItem key={row.id} row={row} hasPublished={published !== null} />
            ))}
          </ul>
        </>
      )}
      {!data && !isError && !isInvalid && <p className="text-ink-soft">Calculating...</p>}
    </FormSection>
  );
}

function PreviewItem({ row, hasPublished }: { row: PreviewRow; hasPublished: boolean }) {
  const { title, draft, published, listed, isDesigned } = row;
  const isUnchanged = published && draft && published.subtotal === draft.subtotal;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 leading-snug">
      <span className="[overflow-wrap:anywhere]">{title}</span>
      <span className="money text-right font-semibold">
        {draft ? formatCents(draft.subtotal) : 'Not priced'}
      </span>
      <span className="text-ink-soft text-sm">
        {[
          !isDesigned && "style or size isn't in the designer",
          listed !== undefined && describeListed(listed, draft),
          hasPublished && (isUnchanged ? 'as published' : published && describeNow(published)),
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
      <span className="money text-right text-ink-soft text-sm">
        {draft && describeMargin(draft)}
      </span>
    </li>
  );
}

const describeNow = ({ subtotal }: PreviewedPrice) => `published ${formatCents(subtotal)}`;

function describeListed(listed: number | null, price: PreviewedPrice | null): string {
  if (!listed) return 'listed without a price';
  const difference = price && ` (${formatSigned((price.subtotal / listed - 1) * 100)}%)`;
  return `listed at ${formatCents(listed)}${difference ?? ''}`;
}

function formatSigned(percent: number): string {
  const text = percent.toFixed(1);
  if (Number(text) === 0) return '0';
  return percent > 0 ? `+${text}` : text.replace('-', '−');
}

const debounceMs = 400;
/** Calculates the effect of the form's prices on five sample designs and every listing. */
function usePreview(control: Control<PriceListInput>, published: PriceListRow | null) {
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
