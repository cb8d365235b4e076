import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#app/ui/field.tsx';

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
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        {...password}
      />
      <TextField
        label="Repeat the new password"
        type="password"
        autoComplete="new-password"
        required
        {...repeat}
      />
    </>
  );
}
