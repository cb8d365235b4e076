/** What came of a form that was sent: the same for the page and for the scripts. */
export type Submission =
  | { sent: true; message: string; notices: string[] }
  | {
      sent: false;
      /** The sentence for the whole form, where it could not be kept. */
      message?: string;
      /** One sentence per field. */
      errors: Record<string, string>;
      /** What was typed, so that none of it is lost. */
      values: Record<string, string>;
      /** The paths of pictures that are stored already. */
      pictures: string[];
      /** What is told about pictures that were not. */
      notices: string[];
    };

/** The name of the field that no person sees: whoever fills it in is a program. */
export const trapName = 'company_website';

/** The status of the answer: 200, 400 for what the visitor can mend, 500 for what we must. */
export function submissionStatus(result: Submission): number {
  if (result.sent) return 200;
  return result.message ? 500 : 400;
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
