import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import {
  type QuoteInput,
  quoteForm,
  type QuoteForm as Values,
} from '#app/domain/enquiries/quote-form.ts';
import {
  type PreselectedShed,
  quoteForShed,
  quoteMessages,
} from '#app/domain/enquiries/quote-request.ts';
import { closeDelayMs } from '#app/domain/limits.ts';
import { connectionAdvice } from '#app/site/forms/connection-advice.ts';
import { DraftLine } from '#app/site/forms/draft-line.tsx';
import { useFormSite } from '#app/site/forms/form-site.ts';
import { ErrorSummary, FormBanner } from '#app/site/forms/form-status.tsx';
import { FormTraps } from '#app/site/forms/form-traps.tsx';
import { NewsConsent } from '#app/site/forms/news-consent.tsx';
import { PurposeLine } from '#app/site/forms/purpose-line.tsx';
import { readFormData, type Submission } from '#app/site/forms/submission.ts';
import { useOnline } from '#app/site/forms/use-online.ts';
import { useSending } from '#app/site/forms/use-sending.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { useInspirationPictures } from './inspiration-pictures.ts';
import { PicturePicker } from './picture-picker.tsx';
import { OptionalQuoteFields, quoteLabels, RequiredQuoteFields } from './quote-fields.tsx';
import { UploadAlert } from './upload-alert.tsx';
import { useQuoteDraft } from './use-quote-draft.ts';

/** What would be lost if the form closed, and how it is given up. */
export type UnsavedInput = { discard: () => void };

export type QuoteFormProps = {
  /** Unique on the page; the fields' ids begin with it. */
  id: string;
  /** Fills in what is known about the shed that the visitor asks about. */
  shed?: PreselectedShed | null;
  /** What came of the last post without scripts. */
  result?: Submission | undefined;
  /** Told when the form begins to hold input of this visit, and, with undefined, when it ends to. */
  onUnsavedInput?: (unsaved: UnsavedInput | undefined) => void;
  /** Told at once when the request was kept. */
  onSent?: (message: string) => void;
  /** Told two seconds after that. */
  onDone?: () => void;
};

const fieldNames = Object.keys(quoteLabels) as (keyof Values)[];

/** The quote form. It posts to its page without scripts and in the background with them. */
export function QuoteForm(props: QuoteFormProps) {
  const { id, shed, result: posted, onUnsavedInput, onSent, onDone } = props;
  const site = useFormSite();
  const online = useOnline();
  const news = useRef<HTMLInputElement>(null);
  const images = useInspirationPictures(site.supabase);
  // Without default values, what was typed before hydration is read from the fields.
  const form = useForm<QuoteInput, unknown, Values>({
    resolver: zodResolver(quoteForm),
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const sending = useSending({
    address: '/quote-request.json',
    failure: quoteMessages.failure,
    posted,
  });
  const draft = useQuoteDraft({ form, images, news, shed, posted });
  const refused = sending.result?.sent === false ? sending.result : undefined;
  const sent = sending.result?.sent ? sending.result : undefined;
  const first = posted?.sent === false ? posted.values : quoteForShed(shed);
  const unsaved = !sent && (isDirty || images.touched);

  // biome-ignore lint/correctness/useExhaustiveDependencies: forget is as good as the one before
  useEffect(
    () => onUnsavedInput?.(unsaved ? { discard: draft.forget } : undefined),
    [unsaved, onUnsavedInput],
  );
  useEffect(() => {
    if (!sent || !onDone) return;
    const timer = setTimeout(onDone, closeDelayMs);
    return () => clearTimeout(timer);
  }, [sent, onDone]);

  function empty() {
    form.reset();
    images.replace([]);
  }

  const submit = form.handleSubmit(async (values, event) => {
    const fields = await readFormData(event?.target as HTMLFormElement);
    fields.delete('inspiration_files');
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    const answer = await sending.send(fields);
    if (!answer.sent) return;
    empty();
    draft.forget();
    onSent?.(answer.message);
  }, sending.refuse);

  const errorOf = (name: keyof Values) => errors[name]?.message ?? refused?.errors[name];
  const field = (name: keyof Values) => ({
    ...form.register(name),
    id: `${id}-${name}`,
    label: quoteLabels[name],
    error: errorOf(name),
    defaultValue: first[name] || undefined,
  });
  const faults = fieldNames.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ field: `${id}-${name}`, message }] : [];
  });
  const pictureError = refused?.errors.inspiration_files;
  if (pictureError) faults.push({ field: `${id}-pictures`, message: pictureError });

  return (
    <form
      method="post"
      action="/quote-request#form"
      encType="multipart/form-data"
      noValidate
      onSubmit={sending.once(submit)}
      onChange={draft.save}
      className="relative grid grid-cols-1 gap-5"
    >
      <ErrorSummary faults={isSubmitting ? [] : faults} attempt={sending.attempt} />
      <FormBanner kind="success" message={sent?.message} attempt={sending.attempt} />
      <FormBanner kind="error" message={posted?.notices.join('\n')} attempt={0} />
      <DraftLine
        state={draft.line.state}
        onStartOver={() => {
          sending.clear();
          draft.line.startOver(empty);
        }}
        onUndo={draft.line.undo}
      />
      <RequiredQuoteFields field={field} />
      <OptionalQuoteFields field={field} />
      <PicturePicker
        id={`${id}-pictures`}
        pictures={images.pictures}
        stored={posted?.sent === false ? posted.pictures : []}
        error={pictureError}
        onAdd={images.add}
        onRemove={images.remove}
      />
      <TextAreaField {...field('custom_message')} rows={3} />
      <NewsConsent id={`${id}-news`} asking={site.asking} box={news} posted={posted} />
      <FormTraps site={site} posted={posted} attempt={sending.attempt} />
      <FormBanner
        kind="error"
        message={refused?.message}
        advice={sending.wasOffline ? connectionAdvice(online) : undefined}
        attempt={sending.attempt}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          disabled={images.uploading || isSubmitting}
          className="w-full sm:w-auto"
        >
          {images.uploading
            ? 'Uploading Images...'
            : isSubmitting
              ? 'Submitting Request...'
              : 'Submit Quote Request'}
        </Button>
        <p className="text-ink-soft text-sm">We reply within 24 hours.</p>
      </div>
      <PurposeLine />
      <UploadAlert message={images.failure} onClose={images.acknowledge} />
    </form>
  );
}
