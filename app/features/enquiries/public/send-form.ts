import { tabItems } from '#app/lib/browser-storage.ts';
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
  const failed = { sent: false as const, message, errors: {}, values: {}, images: [], notices: [] };
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
