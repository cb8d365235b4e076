import { Fragment } from 'react';
import { splitEmail } from '#app/lib/email.ts';

/** Characters of a part that fit on a line of the narrowest phone. */
const maxUnbroken = 22;

export function EmailText({ email }: { email: string }) {
  return splitEmail(email).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={part.length > maxUnbroken ? 'wrap-anywhere' : 'whitespace-nowrap'}>
        {part}
      </span>
    </Fragment>
  ));
}
