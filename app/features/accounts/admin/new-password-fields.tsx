import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#app/ui/field.tsx';
import { PasswordField } from './password-field.tsx';

type Registered = UseFormRegisterReturn & { error: string | undefined };

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
