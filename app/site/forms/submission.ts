import { trapFields } from '#app/domain/enquiries/spam.ts';
import { challengeEnded } from './challenge.tsx';

/** What came of a form that was sent: the same for the page and for the scripts. */
export type Submission =
  | { sent: true; message: string; notices: string[] }
  | {
      sent: false;
      /** The sentence for the whole form, where it could not be kept. */
      message?: string;
      /** The seconds to wait, where too many forms came from the visitor's network. */
      retryAfter?: number;
      /** Nothing can be stored for the time being. */
      unavailable?: boolean;
      /** One sentence per field. */
      errors: Record<string, string>;
      /** What was typed, so that none of it is lost. */
      values: Record<string, string>;
      /** The paths of pictures that are stored already. */
      pictures: string[];
      /** What is told about pictures that were not. */
      notices: string[];
    };

/** How long a form waits for its answer, in milliseconds. Sending again stores nothing twice. */
const answerPatience = 30_000;

/**
 * Status and headers of the answer: 200, 400 for what the visitor can mend, 429 for what takes
 * patience, 503 while nothing can be stored, 500 for what we must mend.
 */
export function submissionInit(result: Submission): ResponseInit {
  if (result.sent) return { status: 200 };
  if (result.unavailable) return { status: 503 };
  if (result.retryAfter === undefined) return { status: result.message ? 500 : 400 };
  return { status: 429, headers: { 'Retry-After': String(result.retryAfter) } };
}

/**
 * What a page shows that a form without scripts was led to: the success, or nothing.
 * @param search the page's query
 * @param message the form's sentence of success
 */
export function sentBefore(search: URLSearchParams, message: string): Submission | undefined {
  return search.get('sent') === 'yes' ? { sent: true, message, notices: [] } : undefined;
}

/** The fields of a form as they are sent in the background, once its challenge has ended. */
export async function readFormData(form: HTMLFormElement): Promise<FormData> {
  await challengeEnded(form);
  const fields = new FormData(form);
  fields.set(trapFields.openFor, String(Math.round(performance.now())));
  return fields;
}

/**
 * Sends a form's fields in the background.
 * @param address a resource route that answers a Submission as JSON
 * @param failure the sentence for anything that goes wrong on the way
 */
export async function sendForm(
  address: string,
  fields: FormData,
  failure: string,
): Promise<Submission> {
  const failed = {
    sent: false as const,
    message: failure,
    errors: {},
    values: {},
    pictures: [],
    notices: [],
  };
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: fields,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(answerPatience),
    });
    if (!response.headers.get('Content-Type')?.includes('application/json')) return failed;
    const answer: unknown = await response.json();
    return isSubmission(answer) ? answer : failed;
  } catch {
    return failed;
  }
}

function isSubmission(answer: unknown): answer is Submission {
  return typeof answer === 'object' && answer !== null && 'sent' in answer;
}
