import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriceListRow } from '#app/data/price-lists.ts';
import { listShedPrices } from '#app/data/shed-listings.ts';
import { pluralize } from '#app/domain/format/pluralize.ts';
import { type PriceStep, roundPrice } from '#app/domain/sheds/price-change.ts';
import { useAdminClient } from '../session.ts';
import { PriceDialog, type PriceProposal, StepSelect } from '../sheds/price-dialog.tsx';
import { type PreviewRow, readPreview } from './use-preview.ts';

type ApplyDialogProps = {
  published: PriceListRow;
  /** Whether to show nothing if no listing would change. */
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
    queryKey: ['shed_listings', 'list prices', published.id],
    queryFn: async () =>
      (await readPreview(client, published, null, await listShedPrices(client))).listings,
  });
  const proposals = data && toProposals(data, step);

  if (isOffered && !proposals?.length) return null;
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
      message={
        isError
          ? 'The prices could not be calculated.'
          : proposals === undefined
            ? 'Calculating...'
            : proposals.length === 0
              ? 'All listings have the prices of the price list.'
              : undefined
      }
      finalFocus={finalFocus}
      onClose={onClose}
    />
  );
}

/** Listings whose price would change. */
function toProposals(rows: PreviewRow[], step: PriceStep): PriceProposal[] {
  return rows.flatMap(({ id, title, listed, draft }) => {
    if (typeof listed !== 'number' || !draft) return [];
    const [from, to] = [listed / 100, roundPrice(draft.subtotal / 100, step)];
    return from === to ? [] : { id, title, from, to };
  });
}

function describeOthers(proposals: PriceProposal[], rows: PreviewRow[]): string {
  const unpriced = rows.filter(({ listed }) => typeof listed !== 'number').length;
  const unknown = rows.filter(({ listed, draft }) => typeof listed === 'number' && !draft).length;
  const same = rows.length - proposals.length - unpriced - unknown;
  return [
    same > 0 && ` ${pluralize(same, 'listing has', 'listings have')} that price already.`,
    unpriced > 0 && ` ${pluralize(unpriced, 'listing has', 'listings have')} no price.`,
    unknown > 0 &&
      ` ${pluralize(unknown, 'listing is', 'listings are')} of a style or size that cannot be designed.`,
  ]
    .filter(Boolean)
    .join('');
}
