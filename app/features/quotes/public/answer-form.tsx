import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { draftKey, readDraft, writeDraft } from '#app/site/draft.ts';
import { OfflineNotice, useIsOnline } from '#app/site/form-messages.tsx';
import { isChosen } from './is-chosen.ts';

type AnswerFormProps = Omit<ComponentProps<'form'>, 'ref' | 'onInput' | 'onSubmit'> & {
  /** The quote's number: its path contains the token, which must not stay in the browser. */
  quoteNumber: string;
  /** Of this form among those of the quote. */
  name: string;
  /** Whether these fields were sent, so that they are not filled in again. */
  wasSent?: (fields: URLSearchParams) => boolean;
  /** Called after hydration, and with each change. */
  onInput?: (form: HTMLFormElement) => void;
};

/**
 * A form of a quote's page, which the browser posts. What is typed and chosen in it survives the post
 * of another form, a reload and a lost connection.
 */
export function AnswerForm({
  quoteNumber,
  name,
  wasSent,
  onInput,
  children,
  ...props
}: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(false);
  const getKey = () => draftKey('answer', `${quoteNumber}#${name}`);

  function store(current: HTMLFormElement) {
    const fields = new URLSearchParams(readFields(current)).toString();
    writeDraft(getKey(), { values: { fields }, images: [] }, Date.now());
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const stored = readDraft(getKey(), Date.now())?.values.fields;
    const fields = new URLSearchParams(stored);
    if (wasSent?.(fields)) writeDraft(getKey(), undefined, Date.now());
    else if (stored !== undefined) fill(current, fields);
    onInput?.(current);
  }, []);

  return (
    <form
      {...props}
      ref={form}
      method="post"
      onChange={({ currentTarget }) => {
        store(currentTarget);
        onInput?.(currentTarget);
      }}
      onSubmit={(event) => {
        if (navigator.onLine) return;
        event.preventDefault();
        setWasOffline(true);
      }}
    >
      {children}
      {wasOffline && !isOnline && <OfflineNotice />}
    </form>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const listFields = (form: HTMLFormElement) =>
  form.querySelectorAll<Field>('textarea, input:is([type=checkbox], [type=radio])');

const isBox = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement;

function readFields(form: HTMLFormElement): [string, string][] {
  return [...listFields(form)]
    .filter((field) => !isBox(field) || field.checked)
    .map(({ name, value }) => [name, value]);
}

function fill(form: HTMLFormElement, fields: URLSearchParams): void {
  for (const field of listFields(form)) {
    if (isBox(field)) field.checked = isChosen(fields, field);
    else field.value = fields.get(field.name) ?? field.value;
  }
}
