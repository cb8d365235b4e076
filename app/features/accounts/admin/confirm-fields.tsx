import { TextField } from '#app/ui/field.tsx';
import { OwnPasswordField, type Registered } from './account-fields.tsx';

/** The signed-in person's password and code: whoever finds an open computer can't let a stranger in, or read emails. */
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
