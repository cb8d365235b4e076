import type { KeyboardEvent, ReactNode } from 'react';
import type { PriceComparison } from '../compare-prices.ts';
import { PriceTable } from './price-table.tsx';

type PriceBarProps = {
  title: string;
  /** Empty if visitors see no price. */
  total: string;
  conditions: string;
  comparison: PriceComparison | null;
  /** False while the price of a changed design loads. */
  isCurrent: boolean;
  isAway: boolean;
  /** The link to the next step. */
  children: ReactNode;
};

/** The total, which stays in view to the end of the page and opens the list of its lines. It follows the form for the keyboard. */
export function PriceBar(props: PriceBarProps) {
  const { title, total, conditions, comparison, isCurrent, isAway, children } = props;
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-20 order-last border-line border-y bg-paper pb-[env(safe-area-inset-bottom)] print:hidden [@media(max-height:36rem)]:relative [@media(max-height:36rem)]:order-none"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
        {total ? (
          <details onKeyDown={closeByEscape} className="min-w-0 flex-1 basis-36">
            <summary
              className={`cursor-pointer list-none leading-tight [&::-webkit-details-marker]:hidden ${isCurrent ? '' : 'opacity-60'}`}
            >
              <span className="block text-sm">{title}</span>
              <span className="inline-flex flex-wrap items-baseline gap-x-2.5 font-semibold text-lg sm:text-2xl">
                <span className="money">{total}</span>
                <span className="drawn-link font-normal text-sm">Details</span>
              </span>
              <span className="hidden text-ink-soft text-sm sm:block">{conditions}</span>
            </summary>
            <div className="raised-high absolute inset-x-0 bottom-full max-h-[min(60svh,36rem)] overflow-y-auto border-line border-t bg-paper">
              <div className="wrap py-3">
                {comparison && <PriceTable {...comparison} />}
                <p className="text-sm first-letter:uppercase">{conditions}</p>
              </div>
            </div>
          </details>
        ) : (
          <p className="min-w-0 flex-1 basis-36 leading-tight">
            <span className="block font-semibold">{title}</span>
            {isAway && <span className="text-sm">The price isn't available right now.</span>}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}
