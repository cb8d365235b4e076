import { useRouteLoaderData } from 'react-router';
import { spamCheckFields } from '#app/domain/enquiries/spam.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import type { FormResult } from './form-result.ts';
import { TurnstileWidget } from './turnstile.tsx';

type HoneypotProps = {
  posted: FormResult | undefined;
  attempt: number;
};

/** What separates people from robots: the page's token, a field that only robots fill in, and Turnstile. */
export function Honeypot({ posted, attempt }: HoneypotProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  // A form that was posted keeps its older token: sending it again at once is not too fast.
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
