import { type RefObject, useEffect, useRef } from 'react';
import {
  newsFieldName,
  newsVersion,
  newsWording,
} from '#app/features/privacy/marketing-consent.ts';
import { tabItems } from '#app/lib/browser-storage.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { spamCheckFields, submissionIdField } from '../spam.ts';

export type FormResult =
  | {
      sent: true;
      message: string;
      notices: string[];
      /** The form's token; the success page reuses it. */
      token?: string | undefined;
    }
  | {
      sent: false;
      message?: string;
      /** Seconds to wait if the visitor's network has sent too many forms. */
      retryAfter?: number;
      /** The database cannot be reached or is overloaded. */
      unavailable?: boolean;
      errors: Record<string, string>;
      values: Record<string, string>;
      images: string[];
      notices: string[];
    };

/** A form that the server has not received. */
export const notSent = { sent: false as const, errors: {}, values: {}, images: [], notices: [] };

/** The result on the success page of a form without scripts. */
export const toSentResult = (
  wasSent: boolean | undefined,
  message: string,
): FormResult | undefined => (wasSent ? { sent: true, message, notices: [] } : undefined);

/** A retry is safe: the submission id prevents duplicates. */
const responseTimeoutMs = 30_000;
const turnstileTimeoutMs = 5000;
const pollIntervalMs = 100;
const openedAtKey = 'form-opened';

/**
 * The fields of a form as they are sent in the background, once Turnstile has finished.
 * @param submissionId the same for each attempt to send the same input
 * @param draftSavedAt of the draft that the form was restored from
 */
export async function readFormData(
  form: HTMLFormElement,
  submissionId: string,
  draftSavedAt: number | undefined,
): Promise<FormData> {
  await waitForTurnstile(form);
  const fields = new FormData(form);
  fields.set(submissionIdField, submissionId);
  fields.set(spamCheckFields.openFor, String(Math.round(getFormAgeMs(draftSavedAt))));
  return fields;
}

/**
 * Sends a form in the background. Never rejects.
 * @param url a resource route that returns a FormResult as JSON
 * @param message the error of anything that fails on the way
 */
export async function sendForm(
  url: string,
  fields: FormData,
  message: string,
): Promise<FormResult> {
  const failed = { ...notSent, message };
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: fields,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    if (!response.headers.get('Content-Type')?.includes('application/json')) return failed;
    const result: unknown = await response.json();
    return isFormResult(result) ? result : failed;
  } catch {
    return failed;
  }
}

function isFormResult(result: unknown): result is FormResult {
  return typeof result === 'object' && result !== null && 'sent' in result;
}

/** Resolves once a form's widget has a response, has failed or has timed out. */
async function waitForTurnstile(form: HTMLFormElement): Promise<void> {
  const deadline = performance.now() + turnstileTimeoutMs;
  while (performance.now() < deadline) {
    const element = form.querySelector<HTMLElement>('[data-turnstile]');
    if (!element || element.dataset.turnstile === 'failed') return;
    if (element.querySelector('input')?.value) return;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/**
 * How long this visitor has had a form, in this tab or as a draft. It lasts through a reload: sending
 * again is not too fast.
 * @param draftSavedAt of the draft that the form was restored from, in milliseconds since 1970
 */
export function getFormAgeMs(draftSavedAt = Number.POSITIVE_INFINITY): number {
  const openedAt = Math.min(performance.timeOrigin, draftSavedAt);
  const stored = Number(tabItems.getItem(openedAtKey)) || openedAt;
  const earliest = Math.min(openedAt, stored);
  tabItems.setItem(openedAtKey, String(earliest));
  return Date.now() - earliest;
}

type HoneypotProps = {
  posted: FormResult | undefined;
  attempt: number;
};

/** The page's token, the honeypot and Turnstile. */
export function Honeypot({ posted, attempt }: HoneypotProps) {
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
export function NewsConsent({ id, checkbox, posted }: NewsConsentProps) {
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
        className="mt-0.5 size-6 shrink-0 accent-brand"
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
