import { type ComponentProps, useState } from 'react';
import { TextField } from '#app/ui/field.tsx';

/** A password, which its button shows as text. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <TextField {...props} type={isShown ? 'text' : 'password'} dir="ltr" spellCheck={false} />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="drawn-link inline-flex min-h-11 items-center text-sm"
      >
        Show password
      </button>
    </div>
  );
}

/** The password of whoever is signed in, which confirms a change. */
export function OwnPasswordField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <PasswordField label="Your password" autoComplete="current-password" required {...props} />
  );
}
