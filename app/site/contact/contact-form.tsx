import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type ContactInput,
  contactForm,
  contactMessages,
  type ContactForm as Values,
} from '#app/domain/contact-form.ts';
import { lengths } from '#app/domain/limits.ts';
import { ErrorSummary, FormBanner, TrapField } from '#app/site/forms/form-status.tsx';
import { type Submission, sendForm, trapName } from '#app/site/forms/submission.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
} as const;

/**
 * The contact form. It posts to its page without scripts and in the background with them.
 * @param result what came of the last post without scripts
 */
export function ContactForm({ result: posted }: { result?: Submission | undefined }) {
  const [result, setResult] = useState(posted);
  const [attempt, setAttempt] = useState(0);
  // No default values here: what was typed before the scripts woke up is read from the fields.
  const { register, handleSubmit, formState, reset } = useForm<ContactInput, unknown, Values>({
    resolver: zodResolver(contactForm),
    shouldFocusError: false,
  });
  const refused = result?.sent === false ? result : undefined;

  const send = handleSubmit(
    async (values, event) => {
      setResult(undefined);
      const fields = new FormData(event?.target as HTMLFormElement);
      for (const [name, value] of Object.entries(values)) fields.set(name, value);
      const answer = await sendForm('/contact.json', fields, contactMessages.failure);
      setResult(answer);
      setAttempt((count) => count + 1);
      if (answer.sent) reset();
    },
    () => {
      setResult(undefined);
      setAttempt((count) => count + 1);
    },
  );

  const errorOf = (name: keyof Values) => formState.errors[name]?.message ?? refused?.errors[name];
  const field = (name: keyof Values) => ({
    ...register(name),
    id: `contact-${name}`,
    label: labels[name],
    error: errorOf(name),
    defaultValue: posted?.sent === false ? posted.values[name] : undefined,
  });
  const faults = (Object.keys(labels) as (keyof Values)[]).flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ field: `contact-${name}`, message }] : [];
  });

  return (
    <form
      method="post"
      action="/contact"
      encType="multipart/form-data"
      noValidate
      onSubmit={send}
      className="relative grid grid-cols-1 gap-5"
    >
      <ErrorSummary faults={formState.isSubmitting ? [] : faults} attempt={attempt} />
      <FormBanner kind="success" message={result?.sent ? result.message : undefined} />
      <TrapField name={trapName} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField {...field('name')} required autoComplete="name" maxLength={lengths.name} />
        <TextField
          {...field('email')}
          required
          type="email"
          autoComplete="email"
          maxLength={lengths.email}
        />
        <TextField {...field('phone')} type="tel" autoComplete="tel" maxLength={lengths.phone} />
        <TextField {...field('subject')} required maxLength={lengths.subject} />
      </div>
      <TextAreaField {...field('message')} required rows={6} maxLength={lengths.message} />
      <FormBanner kind="error" message={refused?.message} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" disabled={formState.isSubmitting} className="w-full sm:w-auto">
          {formState.isSubmitting ? 'Sending Message...' : 'Send Message'}
        </Button>
        <p className="text-ink-soft text-sm">We reply within 24 hours.</p>
      </div>
    </form>
  );
}
