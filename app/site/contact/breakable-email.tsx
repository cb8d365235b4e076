import { Fragment } from 'react';

/** An e-mail address that breaks after its @ and before its dots where there is no room for all of it. */
export function BreakableEmail({ email }: { email: string }) {
  return email.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
