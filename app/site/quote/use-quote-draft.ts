import { type RefObject, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { QuoteInput, QuoteForm as Values } from '#app/domain/enquiries/quote-form.ts';
import { type PreselectedShed, quoteForShed } from '#app/domain/enquiries/quote-request.ts';
import { type Draft, draftKey } from '#app/site/forms/draft.ts';
import { newsDraft, restoreNews } from '#app/site/forms/news-consent.tsx';
import type { Submission } from '#app/site/forms/submission.ts';
import { useDraft } from '#app/site/forms/use-draft.ts';
import type { useInspirationPictures } from './inspiration-pictures.ts';

type QuoteDraftOptions = {
  form: UseFormReturn<QuoteInput, unknown, Values>;
  images: ReturnType<typeof useInspirationPictures>;
  /** The box for news. */
  news: RefObject<HTMLInputElement | null>;
  shed: PreselectedShed | null | undefined;
  posted: Submission | undefined;
};

/** Who asks: the same person, whatever they ask about. */
const personal = ['customer_name', 'email', 'phone'] as const;

/**
 * The draft of a quote request, one for the dialog and the page alike. Each shed has its own, and so
 * has a request about none: a form that opens for another shed starts with what is known about that
 * shed, and takes only name, e-mail address and telephone from the draft before.
 */
export function useQuoteDraft({ form, images, news, shed, posted }: QuoteDraftOptions) {
  const start = quoteForShed(shed);
  const names = Object.keys(start) as (keyof Values)[];

  // What was typed before the form woke up is newer than any draft.
  function fill(values: Draft['values'], wanted: readonly (keyof Values)[]) {
    for (const name of wanted) {
      const value = values[name];
      const untouched = (form.getValues(name) ?? '') === start[name];
      if (value !== undefined && untouched) form.setValue(name, value);
    }
  }

  const draft = useDraft({
    key: draftKey('quote', shed?.id),
    posted: posted?.sent === false,
    collect: () => {
      const typed = form.getValues();
      const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? '']));
      const pictures = images.pictures.flatMap(({ name, path }) => (path ? [{ name, path }] : []));
      const agreed = newsDraft(news);
      const entered = agreed !== undefined || names.some((name) => values[name] !== start[name]);
      if (!entered && pictures.length === 0) return undefined;
      return { values: { ...values, ...agreed }, pictures };
    },
    restore: ({ values, pictures }) => {
      fill(values, names);
      restoreNews(news, values);
      if (pictures.length > 0) images.replace(pictures);
    },
    borrow: ({ values }) => {
      fill(values, personal);
      return personal.some((name) => values[name]);
    },
    onTypedBefore: () => {
      for (const name of names) form.setValue(name, form.getValues(name), { shouldDirty: true });
    },
  });

  const { pictures, touched } = images;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time a picture comes, goes or is stored
  useEffect(() => {
    if (touched) draft.save();
  }, [pictures, touched]);

  return draft;
}
