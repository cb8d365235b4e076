import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openedQueryOptions } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import type { PriceListRow } from '#app/features/designer/price-list.ts';
import type { PriceStep } from '#app/features/sheds/price-change.ts';
import { PriceDialog, StepSelect } from '#app/features/sheds/price-dialog.tsx';
import { listShedPrices } from '#app/features/sheds/shed-listings.ts';
import { readPreview } from '../price-effects.ts';
import { describeOthers, explainEmpty, findListedStep, toProposals } from '../price-proposals.ts';

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
  const [chosenStep, setStep] = useState<PriceStep>();
  const { data, isError } = useQuery({
    ...openedQueryOptions('shed_listings', 'list prices', published.id),
    queryFn: async () =>
      (await readPreview(client, published, null, await listShedPrices(client))).listings,
  });
  const step = chosenStep ?? findListedStep(data ?? []);
  const proposals = data && toProposals(data, step);

  const message = explainEmpty(proposals, { isOffered, isError });

  if (message === null) return null;
  return (
    <PriceDialog
      title="Apply to Listings"
      intro={
        <p>
          Each listing gets the price of its design in version {published.version} of the price
          list, before tax.{proposals && describeOthers(proposals, data)}
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
