import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';
import { closeDelay, lengths } from '#app/domain/limits.ts';
import {
  type PreselectedShed,
  type QuoteInput,
  quoteForm,
  quoteForShed,
  quoteMessages,
  type QuoteForm as Values,
} from '#app/domain/quote-form.ts';
import { ErrorSummary, FormBanner, TrapField } from '#app/site/forms/form-status.tsx';
import { type Submission, sendForm, trapName } from '#app/site/forms/submission.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { useInspirationPictures } from './inspiration-pictures.ts';
import { PicturePicker } from './picture-picker.tsx';
import { OptionalQuoteFields, quoteLabels, RequiredQuoteFields } from './quote-fields.tsx';
import { UploadAlert } from './upload-alert.tsx';

type QuoteFormProps = {
  /** Fills in what is known about the shed that the visitor asks about. */
  shed?: PreselectedShed | null;
  /** What came of the last post without scripts. */
  result?: Submission | undefined;
  supabase: SupabaseAddress;
  /** Told when the form begins and ends to hold input that would be lost. */
  onUnsavedInput?: (unsaved: boolean) => void;
  /** Told at once when the request was kept. */
  onSent?: (message: string) => void;
  /** Told two seconds after that. */
  onDone?: () => void;
};

/** The quote form. It posts to its page without scripts and in the background with them. */
export function QuoteForm(props: QuoteFormProps) {
  const { shed, result: posted, supabase, onUnsavedInput, onSent, onDone } = props;
  const [result, setResult] = useState(posted);
  const [attempt, setAttempt] = useState(0);
  const images = useInspirationPictures(supabase);
  // No default values here: what was typed before the scripts woke up is read from the fields.
  const { register, handleSubmit, formState, reset } = useForm<QuoteInput, unknown, Values>({
    resolver: zodResolver(quoteForm),
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = formState;
  const refused = result?.sent === false ? result : undefined;
  const first = posted?.sent === false ? posted.values : quoteForShed(shed);
  const sent = result?.sent === true;
  const unsaved = !sent && (isDirty || images.pictures.length > 0);

  useEffect(() => onUnsavedInput?.(unsaved), [unsaved, onUnsavedInput]);
  useEffect(() => {
    if (!sent || !onDone) return;
    const timer = setTimeout(onDone, closeDelay);
    return () => clearTimeout(timer);
  }, [sent, onDone]);

  const send = handleSubmit(
    async (values, event) => {
      setResult(undefined);
      const fields = new FormData(event?.target as HTMLFormElement);
      fields.delete('inspiration_files');
      for (const [name, value] of Object.entries(values)) fields.set(name, value);
      const answer = await sendForm('/quote-request.json', fields, quoteMessages.failure);
      setResult(answer);
      setAttempt((count) => count + 1);
      if (!answer.sent) return;
      reset();
      images.clear();
      onSent?.(answer.message);
    },
    () => {
      setResult(undefined);
      setAttempt((count) => count + 1);
    },
  );

  const errorOf = (name: keyof Values) => formState.errors[name]?.message ?? refused?.errors[name];
  const field = (name: keyof Values) => ({
    ...register(name),
    id: `quote-${name}`,
    label: quoteLabels[name],
    error: errorOf(name),
    defaultValue: first[name] || undefined,
  });
  const faults = (Object.keys(quoteLabels) as (keyof Values)[]).flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ field: `quote-${name}`, message }] : [];
  });
  const label = images.uploading
    ? 'Uploading Images...'
    : isSubmitting
      ? 'Submitting Request...'
      : 'Submit Quote Request';

  return (
    <form
      method="post"
      action="/quote-request"
      encType="multipart/form-data"
      noValidate
      onSubmit={send}
      className="relative grid grid-cols-1 gap-5"
    >
      <ErrorSummary faults={isSubmitting ? [] : faults} attempt={attempt} />
      <FormBanner kind="success" message={result?.sent ? result.message : undefined} />
      {posted?.notices.map((notice) => (
        <FormBanner key={notice} kind="error" message={notice} />
      ))}
      <TrapField name={trapName} />
      <RequiredQuoteFields field={field} />
      <OptionalQuoteFields field={field} />
      <PicturePicker
        id="quote-inspiration"
        pictures={images.pictures}
        stored={posted?.sent === false ? posted.pictures : []}
        error={refused?.errors.inspiration_files}
        onAdd={images.add}
        onRemove={images.remove}
      />
      <TextAreaField {...field('custom_message')} rows={3} maxLength={lengths.message} />
      <FormBanner kind="error" message={refused?.message} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          disabled={images.uploading || isSubmitting}
          className="w-full sm:w-auto"
        >
          {label}
        </Button>
        <p className="text-ink-soft text-sm">We reply within 24 hours.</p>
      </div>
      <UploadAlert
        key={images.toldFailures}
        message={images.failure}
        onClose={images.acknowledge}
      />
    </form>
  );
}
