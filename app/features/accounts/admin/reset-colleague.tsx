import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { resetColleague } from '../recovery-codes.ts';
import { type ResetColleagueForm, resetColleagueForm } from '../reset-colleague-form.ts';
import { FormError } from './form-error.tsx';
import { OwnPasswordField } from './password-field.tsx';

/** Turns two-step sign-in off for a colleague who has lost the phone. */
export function ResetColleague() {
  const client = useAdminClient();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, reset, resetField, formState } = useForm<ResetColleagueForm>({
    resolver: zodResolver(resetColleagueForm),
    defaultValues: { email: '', password: '', code: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  function close() {
    reset();
    setErrorMessage(undefined);
    setOpen(false);
  }

  async function submit(values: ResetColleagueForm) {
    setErrorMessage(undefined);
    const error = await resetColleague(client, values);
    if (error !== undefined) {
      resetField('code');
      return setErrorMessage(error);
    }
    setDone(values.email);
    close();
  }

  return (
    <div className="mt-5 border-line border-t pt-5">
      <h3 className="mb-1 font-semibold">A colleague lost their phone?</h3>
      <p className="mb-3 text-ink-soft">
        Turn off their two-step sign-in. They can then sign in with their password and set up a new
        phone.
      </p>
      {isOpen ? (
        <form noValidate className="space-y-5" onSubmit={handleSubmit(submit)}>
          <UnsavedInput when={isDirty && !isSubmitting} />
          <FormError>{errorMessage}</FormError>
          <TextField
            label="Your colleague's email address"
            type="email"
            autoComplete="off"
            required
            error={errors.email?.message}
            {...register('email')}
          />
          <OwnPasswordField error={errors.password?.message} {...register('password')} />
          <TextField
            label="Code from your authenticator app"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            hint="We email both of you, and the activity log records it."
            error={errors.code?.message}
            {...register('code')}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" className="grow" disabled={isSubmitting}>
              {isSubmitting ? 'Checking...' : 'Turn off their two-step sign-in'}
            </Button>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            setDone(undefined);
            setOpen(true);
          }}
        >
          Help a colleague
        </Button>
      )}
      <p role="status" className="mt-3 font-medium text-moss wrap-anywhere empty:hidden">
        {done && `Two-step sign-in is off for ${done}. We emailed both of you.`}
      </p>
    </div>
  );
}
