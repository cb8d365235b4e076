import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import {
  type ContactInput,
  contactForm,
  type ContactForm as Values,
} from '#app/domain/enquiries/contact-form.ts';
import { contactMessages } from '#app/domain/enquiries/contact-messages.ts';
import { connectionAdvice } from '#app/site/forms/connection-advice.ts';
import { draftKey } from '#app/site/forms/draft.ts';
import { DraftLine } from '#app/site/forms/draft-line.tsx';
import { useFormSite } from '#app/site/forms/form-site.ts';
import { ErrorSummary, FormBanner } from '#app/site/forms/form-status.tsx';
import { FormTraps } from '#app/site/forms/form-traps.tsx';
import { NewsConsent, newsDraft, restoreNews } from '#app/site/forms/news-consent.tsx';
import { PurposeLine } from '#app/site/forms/purpose-line.tsx';
import { readFormData, type Submission } from '#app/site/forms/submission.ts';
import { useDraft } from '#app/site/forms/use-draft.ts';
import { useOnline } from '#app/site/forms/use-online.ts';
import { useSending } from '#app/site/forms/use-sending.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
} as const;
const names = Object.keys(labels) as (keyof Values)[];

export type ContactFormProps = {
  /** What came of the last post without scripts. */
  result?: Submission | undefined;
};

const id = 'contact-form';

/** The contact form, once a page. It posts to its page without scripts and in the background with them. */
export function ContactForm({ result: posted }: ContactFormProps) {
  const site = useFormSite();
  const online = useOnline();
  const news = useRef<HTMLInputElement>(null);
  // Without default values, what was typed before hydration is read from the fields.
  const form = useForm<ContactInput, unknown, Values>({
    resolver: zodResolver(contactForm),
    shouldFocusError: false,
  });
  const { isSubmitting, errors } = form.formState;
  const sending = useSending({
    address: '/contact.json',
    failure: contactMessages.failure,
    posted,
  });
  const refused = sending.result?.sent === false ? sending.result : undefined;
  const draft = useDraft({
    key: draftKey('contact'),
    posted: posted?.sent === false,
    collect: () => {
      const typed = form.getValues();
      const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? '']));
      const all = { ...values, ...newsDraft(news) };
      return Object.values(all).some(Boolean) ? { values: all, pictures: [] } : undefined;
    },
    restore: ({ values }) => {
      for (const name of names) {
        // What was typed before hydration is newer than any draft.
        if (values[name] && !form.getValues(name)) form.setValue(name, values[name]);
      }
      restoreNews(news, values);
    },
  });

  const submit = form.handleSubmit(async (values, event) => {
    const fields = await readFormData(event?.target as HTMLFormElement);
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    const answer = await sending.send(fields);
    if (!answer.sent) return;
    form.reset();
    draft.forget();
  }, sending.refuse);

  const errorOf = (name: keyof Values) => errors[name]?.message ?? refused?.errors[name];
  const field = (name: keyof Values) => ({
    ...form.register(name),
    id: `${id}-${name}`,
    label: labels[name],
    error: errorOf(name),
    defaultValue: posted?.sent === false ? posted.values[name] : undefined,
  });
  const faults = names.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ field: `${id}-${name}`, message }] : [];
  });

  return (
    <form
      method="post"
      action="/contact#form"
      encType="multipart/form-data"
      noValidate
      onSubmit={sending.once(submit)}
      onChange={draft.save}
      className="relative grid grid-cols-1 gap-5"
    >
      <ErrorSummary faults={isSubmitting ? [] : faults} attempt={sending.attempt} />
      <FormBanner
        kind="success"
        message={sending.result?.sent ? sending.result.message : undefined}
        attempt={sending.attempt}
      />
      <DraftLine
        state={draft.line.state}
        onStartOver={() => {
          sending.clear();
          draft.line.startOver(() => form.reset());
        }}
        onUndo={draft.line.undo}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField {...field('name')} required autoComplete="name" />
        <TextField {...field('email')} required type="email" autoComplete="email" />
        <TextField {...field('phone')} type="tel" autoComplete="tel" />
        <TextField {...field('subject')} required />
      </div>
      <TextAreaField {...field('message')} required rows={6} />
      <NewsConsent id={`${id}-news`} asking={site.asking} box={news} posted={posted} />
      <FormTraps site={site} posted={posted} attempt={sending.attempt} />
      <FormBanner
        kind="error"
        message={refused?.message}
        advice={sending.wasOffline ? connectionAdvice(online) : undefined}
        attempt={sending.attempt}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" disabled={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? 'Sending Message...' : 'Send Message'}
        </Button>
        <p className="text-ink-soft text-sm">We reply within 24 hours.</p>
      </div>
      <PurposeLine />
    </form>
  );
}
