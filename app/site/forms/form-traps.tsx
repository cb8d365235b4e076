import { trapFields } from '#app/domain/enquiries/spam.ts';
import { Challenge } from './challenge.tsx';
import type { FormSite } from './form-site.ts';
import type { Submission } from './submission.ts';

type FormTrapsProps = {
  site: FormSite;
  /** What came of the last post without scripts. */
  posted: Submission | undefined;
  /** Grows with each answer: what was checked once counts once. */
  attempt: number;
};

/**
 * What tells people from robots in a public form: a field that only robots fill in, when the page
 * was made, and Cloudflare's check where it is switched on. People meet none of the first two.
 */
export function FormTraps({ site, posted, attempt }: FormTrapsProps) {
  // Who mends a field has had the form since before: the older token stays.
  const before = posted?.sent === false ? posted.values[trapFields.token] : undefined;
  return (
    <>
      <input type="hidden" name={trapFields.token} value={before || site.formToken} />
      <div inert aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input type="text" name={trapFields.hidden} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {site.challengeKey && <Challenge siteKey={site.challengeKey} attempt={attempt} />}
    </>
  );
}
