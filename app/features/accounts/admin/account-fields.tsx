import { type ComponentProps, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#app/ui/field.tsx';

export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert">
      {children && (
        <p className="rounded-md border border-barn bg-barn-tint px-4 py-3 text-barn-deep [overflow-wrap:anywhere]">
          {children}
        </p>
      )}
    </div>
  );
}

/** A password field with a button that shows the password. */
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

/** The password of the signed-in person, to confirm a change. */
export function OwnPasswordField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <PasswordField label="Your password" autoComplete="current-password" required {...props} />
  );
}

export type Registered = UseFormRegisterReturn & { error: string | undefined };

export function NewPasswordFields({
  password,
  repeat,
}: {
  password: Registered;
  repeat: Registered;
}) {
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        {...password}
      />
      <TextField
        type="password"
        label="Repeat the new password"
        autoComplete="new-password"
        required
        {...repeat}
      />
    </>
  );
}
