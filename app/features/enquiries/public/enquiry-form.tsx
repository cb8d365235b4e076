import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { newsFieldName, newsVersion } from '#app/features/privacy/marketing-consent.ts';
import { createRandomHex } from '#app/lib/random-ids.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { defaultReplyNote } from '#app/lib/site-looks.ts';
import type { z } from '#app/lib/zod-mini.ts';
import {
  cleanDrafts,
  type Draft,
  DraftRestoredNotice,
  draftKey,
  ErrorSummary,
  FormBanner,
  isFirstLoad,
  offlineAdvice,
  PrivacyNote,
  readDraft,
  writeDraft,
} from '#app/site/form-messages.tsx';
import { useIsOnline } from '#app/site/page-parts.tsx';
import { Button } from '#app/ui/button.tsx';
import type { InspirationImages } from './inspiration-image-picker.tsx';
import {
  type FormResult,
  Honeypot,
  NewsConsent,
  notSent,
  readFormData,
  sendForm,
} from './send-form.tsx';

export type EnquiryConfig<Name extends string> = {
  type: 'contact' | 'quote';
  /** The page that the form is posted to; with `.json`, the route for scripts. */
  path: '/contact' | '/quote-request';
  labels: Record<Name, string>;
  schema: z.core.$ZodType<Record<Name, string>, FieldValues>;
  error: string;
  submit: string;
  submitting: string;
  /** Fields that a draft about another subject fills in. */
  personal: readonly Name[];
};

type Field = UseFormRegisterReturn & {
  id: string;
  label: string;
  error: string | undefined;
  defaultValue: string | undefined;
};

type EnquiryFormProps<Name extends string> = {
  config: EnquiryConfig<Name>;
  id: string;
  initial: Record<Name, string>;
  posted: FormResult | undefined;
  subject?: string | undefined;
  /** The search params of the page, to which a post without scripts returns. */
  query?: string;
  images?: InspirationImages;
  children: (getField: (name: Name) => Field, rejected: RejectedForm | undefined) => ReactNode;
  /** Called with undefined once nothing is unsaved. */
  onUnsavedInput?: ((unsaved: UnsavedInput | undefined) => void) | undefined;
  onSent?: (message: string) => void;
};

type RejectedForm = Extract<FormResult, { sent: false }>;

export type UnsavedInput = { discard: () => void };

export function EnquiryForm<Name extends string>({
  config,
  id,
  initial,
  posted,
  subject,
  query = '',
  images,
  children,
  onUnsavedInput,
  onSent,
}: EnquiryFormProps<Name>) {
  const isOnline = useIsOnline();
  const replyNote = useRootData()?.texts?.reply_note ?? defaultReplyNote;
  const news = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  const [result, setResult] = useState(posted);
  /** Grows with each result, which then takes the focus. */
  const [attempt, setAttempt] = useState(0);
  const [wasOffline, setWasOffline] = useState(false);
  // No default values here: the fields have their own, and are read on submit.
  const form = useForm<FieldValues, unknown, Record<Name, string>>({
    resolver: zodResolver(config.schema),
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const isPosted = posted?.sent === false;
  const { type, personal } = config;
  const draft = useDraft({
    ...{ type, subject, form, initial, personal, news, images },
    posted: posted && (posted.sent ? 'sent' : 'rejected'),
  });
  const rejected = result?.sent === false ? result : undefined;
  const isUnsaved = !result?.sent && (isDirty || images?.isTouched === true);

  // A passive effect would be too late for a Back that follows at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: discard does the same in every render
  useLayoutEffect(
    () => onUnsavedInput?.(isUnsaved ? { discard: draft.discard } : undefined),
    [isUnsaved, onUnsavedInput],
  );

  function showResult(next: FormResult | undefined) {
    setResult(next);
    setAttempt((count) => count + 1);
  }

  function clear() {
    form.reset();
    images?.replace([]);
  }

  function empty() {
    clear();
    for (const name of Object.keys(initial)) form.setValue(name, '');
  }

  const send = form.handleSubmit(
    async (values, event) => {
      const sender = event?.target as HTMLFormElement;
      const fields = await readFormData(sender, draft.getSubmissionId(), draft.getRestoredFrom());
      // Images are uploaded already and named by their paths.
      fields.delete('inspiration_files');
      for (const [name, value] of Object.entries<string>(values)) fields.set(name, value);
      setResult(undefined);
      const sent = await sendForm(`${config.path}.json`, fields, config.error);
      setWasOffline(!sent.sent && !navigator.onLine);
      showResult(sent);
      if (!sent.sent) return;
      empty();
      draft.discard();
      onSent?.(sent.message);
    },
    () => showResult(undefined),
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      images?.retry();
      // Images that were chosen before hydration may still be uploading.
      await images?.waitForUploads();
      if (images?.hasInterrupted()) return showResult(missingImage);
      await send(event);
    } finally {
      isSending.current = false;
    }
  }

  function getError(name: string) {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : rejected?.errors[name];
  }

  const getField = (name: Name) => ({
    ...form.register(name),
    id: `${id}-${name}`,
    label: config.labels[name],
    error: getError(name),
    defaultValue: (isPosted ? posted.values[name] : initial[name]) || undefined,
  });
  const fieldErrors = [...Object.keys(config.labels), 'inspiration_files'].flatMap((name) => {
    const message = getError(name);
    return message ? [{ id: `${id}-${name}`, message }] : [];
  });
  const isUploading = images?.isUploading ?? false;

  return (
    <form
      method="post"
      action={`${config.path}${query}#form`}
      encType="multipart/form-data"
      noValidate
      onSubmit={submit}
      onChange={draft.save}
      className="relative grid grid-cols-1 gap-5"
    >
      <ErrorSummary errors={isSubmitting ? [] : fieldErrors} attempt={attempt} />
      <FormBanner
        type="success"
        message={result?.sent ? result.message : undefined}
        attempt={attempt}
      />
      <FormBanner type="error" message={posted?.notices.join('\n')} attempt={0} />
      <DraftRestoredNotice
        status={draft.status}
        onStartOver={() => {
          setResult(undefined);
          draft.startOver(clear);
        }}
        onUndo={draft.undo}
      />
      {children(getField, rejected)}
      <NewsConsent id={`${id}-news`} checkbox={news} posted={posted} />
      <Honeypot posted={posted} attempt={attempt} />
      <FormBanner
        type="error"
        message={rejected?.message}
        advice={wasOffline ? getConnectionAdvice(isOnline) : undefined}
        attempt={attempt}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" disabled={isUploading || isSubmitting} className="w-full sm:w-auto">
          {isUploading ? 'Uploading Images...' : isSubmitting ? config.submitting : config.submit}
        </Button>
        <p className="text-ink-soft text-sm empty:hidden">{replyNote}</p>
      </div>
      <PrivacyNote />
    </form>
  );
}

/** A request is not sent without an image that its customer has chosen. */
const missingImage: FormResult = {
  ...notSent,
  errors: {
    inspiration_files: "A photo hasn't been uploaded. Try again in a minute, or remove it.",
  },
};

function getConnectionAdvice(isOnline: boolean): string {
  return isOnline ? "You're back online. You can send the form now." : offlineAdvice;
}

const saveDelayMs = 400;

type DraftOptions<Name extends string> = {
  type: 'quote' | 'contact';
  subject: string | undefined;
  form: UseFormReturn<FieldValues, unknown, Record<Name, string>>;
  initial: Record<Name, string>;
  /** Fields that are filled in from the newest draft about another subject. */
  personal: readonly Name[];
  news: RefObject<HTMLInputElement | null>;
  images: InspirationImages | undefined;
  /** The outcome of a post without scripts: rejected input is newer than any draft, sent input is deleted. */
  posted: 'sent' | 'rejected' | undefined;
};

/**
 * Stores what is typed in this browser until it is sent: through a reload, a crash, a lost
 * connection. Drafts are restored after hydration.
 */
function useDraft<Name extends string>(options: DraftOptions<Name>) {
  const { type, subject, images } = options;
  const key = draftKey(type, subject);
  const names = Object.keys(options.initial) as Name[];
  const [status, setStatus] = useState<'restored' | 'cleared'>();
  const latest = useRef(options);
  latest.current = options;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<Draft>(undefined);
  const cleared = useRef<Draft>(undefined);
  const submissionId = useRef<string>(undefined);
  const restoredFrom = useRef<number>(undefined);

  function getSubmissionId(): string {
    submissionId.current ??= createRandomHex();
    return submissionId.current;
  }

  function collect(): Draft | undefined {
    const { form, initial, news, images } = latest.current;
    const values = Object.fromEntries(names.map((name) => [name, form.getValues(name) ?? '']));
    const stored = (images?.images ?? []).flatMap(({ name, path }) => (path ? { name, path } : []));
    const isChanged = names.some((name) => values[name] !== initial[name]);
    if (!isChanged && !news.current?.checked && stored.length === 0) return undefined;
    if (news.current?.checked) values[newsFieldName] = newsVersion;
    return { values, images: stored, submissionId: getSubmissionId() };
  }

  /** Does not overwrite what was typed before hydration, or a town that was checked for delivery since. */
  function fill(values: Draft['values'], fields: readonly Name[]) {
    const { form, initial, personal } = latest.current;
    for (const name of fields) {
      const value = values[name];
      const isUntouched = (form.getValues(name) ?? '') === initial[name];
      const isEntered = value || !personal.includes(name);
      if (value !== undefined && isEntered && isUntouched) form.setValue<string>(name, value);
    }
  }

  function restore(draft: Draft) {
    const { news, images } = latest.current;
    fill(draft.values, names);
    if (news.current && draft.values[newsFieldName] === newsVersion) news.current.checked = true;
    if (draft.images.length > 0) images?.replace(draft.images);
    submissionId.current = draft.submissionId;
  }

  function cancel() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function write() {
    if (timer.current === undefined) return;
    cancel();
    writeDraft(key, pending.current, Date.now());
  }

  function save() {
    cancel();
    pending.current = collect();
    timer.current = setTimeout(write, saveDelayMs);
  }

  function discard() {
    cancel();
    submissionId.current = undefined;
    writeDraft(key, undefined, Date.now());
    setStatus(undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const { personal, posted } = latest.current;
    if (posted === 'sent' && isFirstLoad()) discard();
    const newest = cleanDrafts(type, Date.now());
    const own = readDraft(key, Date.now());
    if (posted !== 'rejected' && own) {
      restore(own);
      restoredFrom.current = own.savedAt;
      setStatus('restored');
    } else if (!posted && newest && personal.some((name) => newest.values[name])) {
      fill(newest.values, personal);
      setStatus('restored');
    }
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an image is added, removed or stored
  useEffect(() => {
    if (images?.isTouched) save();
  }, [images?.images, images?.isTouched]);

  return {
    status,
    /** The same for each attempt to send the same input, a new one after success. */
    getSubmissionId,
    getRestoredFrom: () => restoredFrom.current,
    save: () => {
      if (status === 'cleared') setStatus(undefined);
      save();
    },
    discard,
    startOver: (clearForm: () => void) => {
      cleared.current = collect();
      clearForm();
      discard();
      setStatus('cleared');
    },
    undo: () => {
      if (cleared.current) restore(cleared.current);
      setStatus('restored');
      save();
    },
  };
}
