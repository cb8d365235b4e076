import { laterForm } from '#app/site/forms/later-form.tsx';
import type { QuoteFormProps } from './quote-form.tsx';

/** The quote form of a page, whose scripts are loaded when a visitor comes to it. */
export const LaterQuoteForm = laterForm<QuoteFormProps>(async () => {
  const { QuoteForm } = await import('./quote-form.tsx');
  return QuoteForm;
});
