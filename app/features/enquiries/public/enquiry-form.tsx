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
import { type FieldValues, type UseFormRegisterReturn, useForm } from 'react-hook-form';
import {
  newsFieldName,
  newsVersion,
  newsWording,
} from '#app/features/privacy/marketing-consent.ts';
import { useRootData } from '#app/lib/root-data.ts';
import type { z } from '#app/lib/zod-mini.ts';
import {
  DraftRestoredNotice,
  ErrorSummary,
  FormBanner,
  offlineAdvice,
  PrivacyNote,
} from '#app/site/form-messages.tsx';
import { useIsOnline } from '#app/site/use-is-online.ts';
import { Button } from '#app/ui/button.tsx';
import { spamCheckFields } from '../spam.ts';
import type { InspirationImages } from './inspiration-image-picker.tsx';
import { type FormResult, readFormData, sendForm } from './send-form.ts';
import { useDraft } from './use-draft.ts';

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
      // Images that were chosen before hydration may still be uploading.
      await images?.waitForUploads();
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
        <p className="text-ink-soft text-sm">We reply within 24 hours.</p>
      </div>
      <PrivacyNote />
    </form>
  );
}

function getConnectionAdvice(isOnline: boolean): string {
  return isOnline ? "You're back online. You can send the form now." : offlineAdvice;
}

type HoneypotProps = {
  posted: FormResult | undefined;
  attempt: number;
};

/** The page's token, the honeypot and Turnstile. */
function Honeypot({ posted, attempt }: HoneypotProps) {
  const root = useRootData();
  // A posted form keeps its older token, so that a retry is not rejected as too fast.
  const older = posted?.sent ? posted.token : posted?.values[spamCheckFields.token];
  return (
    <>
      <input type="hidden" name={spamCheckFields.token} value={older || (root?.formToken ?? '')} />
      <div inert aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input type="text" name={spamCheckFields.hidden} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {root?.challengeKey && <TurnstileWidget siteKey={root.challengeKey} attempt={attempt} />}
    </>
  );
}

type NewsConsentProps = {
  id: string;
  checkbox: RefObject<HTMLInputElement | null>;
  posted: FormResult | undefined;
};

/** Names the sender, as anti-spam law requires. */
function NewsConsent({ id, checkbox, posted }: NewsConsentProps) {
  const settings = useRootData()?.settings;
  const { business_name, address, email, phone } = settings ?? {};
  const sender = [business_name, address, email, phone].filter(Boolean).join(', ');
  return (
    <div className="flex gap-3">
      <input
        ref={checkbox}
        id={id}
        type="checkbox"
        name={newsFieldName}
        value={newsVersion}
        defaultChecked={posted?.sent === false && posted.values[newsFieldName] === newsVersion}
        aria-describedby={sender ? `${id}-sender` : undefined}
        className="mt-0.5 size-6 shrink-0 accent-barn"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block leading-snug">
          {newsWording} <span className="text-ink-soft">(optional)</span>
        </label>
        {sender && (
          <p id={`${id}-sender`} className="mt-1 text-ink-soft text-sm leading-snug wrap-anywhere">
            {`From ${sender}`}
          </p>
        )}
      </div>
    </div>
  );
}

/** The part of Cloudflare's script that is used: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/. */
type Turnstile = {
  /** Renders a widget, whose response becomes an input in the element. */
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      appearance: 'interaction-only';
      size: 'flexible';
      theme: 'light';
      language: string;
      /** Returns true if the page handles the error. */
      'error-callback': () => boolean;
    },
  ) => string | undefined;
  /** Starts a new challenge: a response is valid once. */
  reset: (id: string) => void;
  remove: (id: string) => void;
};

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | undefined;

/** Retries after an error when the next form loads. */
function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.onload = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else reject(new Error('Turnstile start failed'));
    };
    script.onerror = () => reject(new Error('Turnstile load failed'));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Cloudflare's Turnstile, which is invisible unless it needs an interaction. If it cannot be loaded,
 * the form is sent without it.
 * @param props.attempt grows with each response of the form
 */
function TurnstileWidget({ siteKey, attempt }: { siteKey: string; attempt: number }) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<{ turnstile: Turnstile; id: string }>(undefined);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isCurrent = true;
    const fail = () => {
      element.dataset.turnstile = 'failed';
      return true;
    };
    loadTurnstile().then((turnstile) => {
      if (!isCurrent) return;
      const id = turnstile.render(element, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        size: 'flexible',
        theme: 'light',
        language: 'en',
        'error-callback': fail,
      });
      if (id) widget.current = { turnstile, id };
    }, fail);
    return () => {
      isCurrent = false;
      widget.current?.turnstile.remove(widget.current.id);
      widget.current = undefined;
    };
  }, [siteKey]);

  useEffect(() => {
    if (attempt > 0) widget.current?.turnstile.reset(widget.current.id);
  }, [attempt]);

  return <div ref={container} data-turnstile="pending" className="empty:hidden" />;
}
