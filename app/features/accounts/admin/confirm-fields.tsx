import { TextField } from '#app/ui/field.tsx';
import { OwnPasswordField, type Registered } from './account-fields.tsx';

/**
 * Asks for the password, and a code if two-step sign-in is on, so that an unlocked computer isn't enough to add a colleague,
 * redirect emails or take the data.
 */
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
