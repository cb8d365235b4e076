import type { QuoteContent, QuoteItem, QuoteSelection } from './quote-content.ts';

/** The owner's proposal: the first alternative with its preselected options. */
export function getProposedSelection({ items, alternatives }: QuoteContent): QuoteSelection {
  const alternative = alternatives[0]?.id ?? null;
  return {
    alternative,
    options: items
      .filter((each) => each.optional && each.preselected && isOffered(each, alternative))
      .map(({ id }) => id),
  };
}

/** Returns whether the quote offers this selection: a known alternative, and each option once. */
export function isPossibleSelection(
  { items, alternatives }: QuoteContent,
  { alternative, options }: QuoteSelection,
): boolean {
  const isKnown =
    alternatives.length === 0
      ? alternative === null
      : alternatives.some(({ id }) => id === alternative);
  return (
    isKnown &&
    new Set(options).size === options.length &&
    options.every((id) =>
      items.some((each) => each.id === id && each.optional && isOffered(each, alternative)),
    )
  );
}

/**
 * The selection if this content offers it, otherwise the proposal. A new version begins with what was
 * accepted of the quote in this way, never with what the customer has only selected.
 */
export function getPossibleSelection(
  content: QuoteContent,
  selection: QuoteSelection | null,
): QuoteSelection {
  return selection && isPossibleSelection(content, selection)
    ? selection
    : getProposedSelection(content);
}

/** Returns whether the customer has anything to choose. */
export function offersChoice({ items, alternatives }: QuoteContent): boolean {
  return alternatives.length > 0 || items.some(({ optional }) => optional);
}

/** Returns whether an item can be part of the quote with this alternative. */
export function isOffered(item: QuoteItem, alternative: string | null): boolean {
  return item.alternative === null || item.alternative === alternative;
}

/** The name of an option's checkbox: those of an alternative that is not chosen are not read. */
export function getOptionField({ alternative }: Pick<QuoteItem, 'alternative'>): string {
  return alternative === null ? 'option' : `option-${alternative}`;
}

/** The selection of a quote's form. */
export function readPostedSelection(form: FormData): QuoteSelection {
  const posted = form.get('alternative');
  const alternative = typeof posted === 'string' && posted !== '' ? posted : null;
  const options = [
    ...form.getAll('option'),
    ...(alternative === null ? [] : form.getAll(getOptionField({ alternative }))),
  ];
  return { alternative, options: options.filter((value) => typeof value === 'string') };
}

/** Returns whether two selections have the same alternative and options, in any order. */
export function isSameSelection(a: QuoteSelection, b: QuoteSelection): boolean {
  const toText = ({ alternative, options }: QuoteSelection) =>
    [alternative, ...[...options].sort()].join();
  return toText(a) === toText(b);
}
