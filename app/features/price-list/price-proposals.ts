import {
  findUsualStep,
  type PriceProposal,
  type PriceStep,
  roundPrice,
} from '#app/features/sheds/price-change.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import type { PreviewRow } from './price-effects.ts';

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

/** Finds the step that the listings with a calculated price keep to. */
export const findListedStep = (rows: PreviewRow[]): PriceStep =>
  findUsualStep(rows.flatMap(({ listed, draft }) => (listed && draft ? listed / 100 : [])));

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
      ` ${pluralize(withoutBase, 'listing has', 'listings have')} a style without a base price.`,
    unknown > 0 &&
      ` ${pluralize(unknown, 'listing has', 'listings have')} a style or size that the designer doesn't offer.`,
  ]
    .filter(Boolean)
    .join('');
}
