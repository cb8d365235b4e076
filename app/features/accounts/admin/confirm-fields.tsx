import { TextField } from '#app/ui/field.tsx';
import { OwnPasswordField, type Registered } from './account-fields.tsx';

/** Whoever finds an open computer can't let a stranger in, read emails, or take all data away. */
export function ConfirmFields({
  hasMfa,
  password,
  code,
}: {
  hasMfa: boolean;
  password: Registered;
  code: Registered;
}) {
  return (
    <>
      <OwnPasswordField hint="So we know it's you" {...password} />
      {hasMfa && (
        <TextField
          label="Code from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...code}
        />
      )}
    </>
  );
}
