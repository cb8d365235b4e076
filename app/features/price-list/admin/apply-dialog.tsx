import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openedQueryOptions } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import type { PriceListRow } from '#app/features/designer/price-list.ts';
import { type PriceStep, roundPrice } from '#app/features/sheds/price-change.ts';
import { PriceDialog, type PriceProposal, StepSelect } from '#app/features/sheds/price-dialog.tsx';
import { listShedPrices } from '#app/features/sheds/shed-listings.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { type PreviewRow, readPreview } from './price-preview.tsx';

type ApplyDialogProps = {
  published: PriceListRow;
  /** True to render nothing if no listing would change. */
  isOffered: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Gives listings the prices that the published price list calculates for their designs. */
export default function ApplyDialog({
  published,
  isOffered,
  onClose,
  finalFocus,
}: ApplyDialogProps) {
  const client = useAdminClient();
  const [step, setStep] = useState<PriceStep>(1);
  const { data, isError } = useQuery({
    ...openedQueryOptions('shed_listings', 'list prices', published.id),
    queryFn: async () =>
      (await readPreview(client, published, null, await listShedPrices(client))).listings,
  });
  const proposals = data && toProposals(data, step);

  const message = explainEmpty(proposals, { isOffered, isError });

  if (message === null) return null;
  return (
    <PriceDialog
      title="Apply to Listings"
      intro={
        <p>
          Version {published.version} of the price list gives each listing the price of its design
          in the designer, before tax.{proposals && describeOthers(proposals, data)}
        </p>
      }
      controls={
        <div className="max-w-60">
          <StepSelect value={step} onChange={setStep} />
        </div>
      }
      proposals={proposals}
      message={message}
      finalFocus={finalFocus}
      onClose={onClose}
    />
  );
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
