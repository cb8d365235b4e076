/** Why an enquiry was marked as spam. The same names as in the constraint quote_requests_spam_reasons_known. */
export type SpamReason =
  | 'hidden_field'
  | 'no_token'
  | 'too_fast'
  | 'no_challenge'
  | 'link_in_name'
  | 'markup'
  | 'many_links';

const explanations: Record<SpamReason, string> = {
  hidden_field: "A field that people can't see was filled in.",
  no_token: "The form didn't come from the website, or was opened more than two weeks ago.",
  too_fast: 'The form was sent within two seconds of opening the page.',
  no_challenge: "The sender didn't pass the robot check, or the check couldn't run.",
  link_in_name: 'The name contains a web address.',
  markup: 'The message contains links in forum or HTML code.',
  many_links: 'The message contains more than four links.',
};

/** Explains the stored reasons; without any, staff marked the enquiry as spam. */
export function explainSpam(reasons: readonly string[]): string[] {
  if (reasons.length === 0) return ['Marked as spam by staff.'];
  return reasons.map((reason) => explanations[reason as SpamReason] ?? reason);
}

/** The header that brings the signed spam reasons and the submission to the database. */
export const verdictHeader = 'x-form-verdict';

export type SignedHeaders = { verdict: string; client: string };

/** The fields that every public form has besides its own. */
export const spamCheckFields = {
  /** The honeypot: invisible to people, who leave it empty. */
  hidden: 'topic_link',
  /** The signed time of the page's render (server/spam/form-guard.ts). */
  token: 'form_token',
  /** How long the visitor has had the form, in milliseconds; sent by scripts only. */
  openFor: 'page_open_for',
  /** Cloudflare's name for the response of its widget. */
  challenge: 'cf-turnstile-response',
} as const;

/** The id that the browser gives a submission (app/features/enquiries/public/enquiry-form.tsx); sent by scripts only. */
export const submissionIdField = 'submission_id';

/** The minimum time between opening a page and sending its form. */
export const minFormAgeMs = 2000;
/** Two weeks, for tabs that stay open. */
export const maxFormAgeMs = 14 * 24 * 60 * 60 * 1000;

/**
 * Classifies the age of a form.
 * @param age of the token in milliseconds; undefined if there is no valid one; below 0, and ignored, if
 *   the clock was set back meanwhile
 * @param openFor how long the visitor has had the form according to the scripts, in milliseconds; counts
 *   instead of the age, because a page may be rendered anew while it is being sent again
 */
export function checkFormAge(
  age: number | undefined,
  openFor: number | undefined,
): 'no_token' | 'too_fast' | undefined {
  if (age === undefined || age > maxFormAgeMs) return 'no_token';
  const formAge = openFor ?? age;
  return formAge >= 0 && formAge < minFormAgeMs ? 'too_fast' : undefined;
}
