import { spamCheckFields, submissionIdField } from '#app/domain/enquiries/spam.ts';
import { getFormAgeMs } from './form-age.ts';
import { waitForTurnstile } from './wait-for-turnstile.ts';

/** The outcome of a form that was sent, for the page and for the scripts. */
export type FormResult =
  | {
      sent: true;
      message: string;
      notices: string[];
      /** The form's token, which the page that confirms a form keeps. */
      token?: string | undefined;
    }
  | {
      sent: false;
      /** The error of the whole form. */
      message?: string;
      /** Seconds to wait if the visitor's network has sent too many forms. */
      retryAfter?: number;
      /** The database cannot be reached or is overloaded. */
      unavailable?: boolean;
      /** One message per field. */
      errors: Record<string, string>;
      /** The input, so that it is not lost. */
      values: Record<string, string>;
      /** The paths of images that are stored already. */
      images: string[];
      /** The errors of images that could not be stored. */
      notices: string[];
    };

/** Sending again stores nothing twice. */
const responseTimeoutMs = 30_000;

/** 200; 400 for invalid input, 429 for too many forms, 503 without a database, 500 for other errors. */
export function toResponseInit(result: FormResult): ResponseInit {
  if (result.sent) return { status: 200 };
  if (result.unavailable) return { status: 503 };
  if (result.retryAfter === undefined) return { status: result.message ? 500 : 400 };
  return { status: 429, headers: { 'Retry-After': String(result.retryAfter) } };
}

/** The success that a form without scripts was redirected to. */
export function readSentParam(search: URLSearchParams, message: string): FormResult | undefined {
  return search.get('sent') === 'yes' ? { sent: true, message, notices: [] } : undefined;
}

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
