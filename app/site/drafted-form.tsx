import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { type Draft, OfflineNotice, readDraft, writeDraft } from './form-messages.tsx';
import { useIsOnline } from './page-parts.tsx';

/**
 * A posted form that stays as it is while the browser is offline: its page is the answer to a post or never
 * cached, so that Back would not bring it back. `onSubmit` is called while it is online.
 */
export function PostedForm({
  children,
  onSubmit,
  ...props
}: Omit<ComponentProps<'form'>, 'method'>) {
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(false);
  return (
    <form
      {...props}
      method="post"
      onSubmit={(event) => {
        if (navigator.onLine) return onSubmit?.(event);
        event.preventDefault();
        setWasOffline(true);
      }}
    >
      {children}
      {wasOffline && !isOnline && <OfflineNotice />}
    </form>
  );
}

type DraftedFormProps = Omit<ComponentProps<'form'>, 'ref' | 'onInput' | 'onChange'> & {
  draftKey: string;
  /** The same for each attempt to send the same input. */
  submissionId?: string;
  /** The images that are attached, uploaded or not. */
  images?: {
    images: { name: string; path?: string }[];
    isTouched: boolean;
    replace: (images: Draft['images']) => void;
  };
  /** True if the page is the answer to a post, whose input is newer than any draft. */
  isAnswer?: boolean;
  /** Returns whether these fields were sent, so that they are not filled in again. */
  wasSent?: ((fields: URLSearchParams) => boolean) | undefined;
  onRestore?: (draft: Draft) => void;
  /** Called after hydration, and with each change. */
  onInput?: (form: HTMLFormElement) => void;
};

/**
 * A form that the browser posts. What is typed, chosen and attached in it survives the post of another form, a reload
 * and a lost connection.
 */
export function DraftedForm({
  draftKey,
  submissionId,
  images,
  isAnswer = false,
  wasSent,
  onRestore,
  onInput,
  children,
  ...props
}: DraftedFormProps) {
  const form = useRef<HTMLFormElement>(null);

  function store() {
    if (!form.current) return;
    const draft: Draft = {
      values: { fields: new URLSearchParams(readFields(form.current)).toString() },
      images: (images?.images ?? []).flatMap(({ name, path }) => (path ? { name, path } : [])),
      submissionId,
    };
    writeDraft(draftKey, draft, Date.now());
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const draft = readDraft(draftKey, Date.now());
    const fields = new URLSearchParams(draft?.values.fields);
    if (wasSent?.(fields)) writeDraft(draftKey, undefined, Date.now());
    else if (draft && !isAnswer) {
      if (fill(current, fields)) store();
      if (draft.images.length > 0) images?.replace(draft.images);
      onRestore?.(draft);
    }
    onInput?.(current);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an image is added, removed or stored
  useEffect(() => {
    if (images?.isTouched) store();
  }, [images?.images, images?.isTouched]);

  return (
    <PostedForm
      {...props}
      ref={form}
      onChange={({ currentTarget }) => {
        store();
        onInput?.(currentTarget);
      }}
    >
      {children}
    </PostedForm>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const listFields = (form: HTMLFormElement) =>
  form.querySelectorAll<Field>('textarea, input:is([type=checkbox], [type=radio], [data-drafted])');

const isBox = (field: Field): field is HTMLInputElement => /checkbox|radio/.test(field.type);

function readFields(form: HTMLFormElement): [string, string][] {
  return [...listFields(form)]
    .filter((field) => !isBox(field) || field.checked)
    .map(({ name, value }) => [name, value]);
}

const isChanged = (field: Field) =>
  isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

/**
 * Fills a form with what was stored, except for fields that the customer has changed before hydration.
 * @returns whether there are such fields
 */
function fill(form: HTMLFormElement, fields: URLSearchParams): boolean {
  const changed = new Set([...listFields(form)].filter(isChanged).map(({ name }) => name));
  for (const field of listFields(form)) {
    if (changed.has(field.name)) continue;
    if (isBox(field)) field.checked = isChosen(fields, field);
    else field.value = fields.get(field.name) ?? field.value;
  }
  return changed.size > 0;
}

/**
 * Returns whether a stored form has this value of a checkbox or radio button. `URLSearchParams.has` ignores its
 * second argument in older browsers and would choose every option of the name.
 */
export function isChosen(fields: URLSearchParams, box: { name: string; value: string }): boolean {
  return fields.getAll(box.name).includes(box.value);
}
