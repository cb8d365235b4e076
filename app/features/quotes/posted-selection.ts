import type { QuoteItem, QuoteSelection } from './quote-content.ts';

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
