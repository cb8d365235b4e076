import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { setPassword } from '#app/data/password.ts';
import { endAllSessions } from '#app/data/session.ts';
import {
  changePasswordForm,
  type ChangePasswordForm as Fields,
  newPasswordMessages,
  wrongPasswordMessage,
} from '#app/domain/accounts/password-form.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormSection } from '../form-section.tsx';
import { logError } from '../log-error.ts';
import { findUnsavedElsewhere, forgetUnsavedElsewhere } from '../other-tabs.ts';
import { PageHeader } from '../page-header.tsx';
import { useAccount, useAdminClient } from '../session.ts';
import { FormError } from '../shell/form-error.tsx';
import { MfaSection } from './mfa-section.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export default function Account() {
  const { user } = useAccount();
  return (
    <>
      <PageHeader title="Account" intro={`You are signed in as ${user.email}`} />
      <div className="mt-6 grid max-w-xl gap-5">
        <FormSection title="Change password" intro="Your other devices are signed out with it.">
          <ChangePasswordForm />
        </FormSection>
        <MfaSection />
        <EverywhereSection />
        <FormSection
          title="Activity log"
          intro="Who has changed what in the admin panel, and who has signed in."
        >
          <Link to="/admin/activity" className={buttonClass('secondary')}>
            Open the activity log
          </Link>
        </FormSection>
        <p className="text-ink-soft text-sm">
          This website is made with free software.{' '}
          <a href="/licences.txt" className="drawn-link">
            Its licences
          </a>
        </p>
      </div>
    </>
  );
}

function EverywhereSection() {
  const client = useAdminClient();
  const { leave } = useAccount();
  const [asking, setAsking] = useState(false);
  const [isUnsavedElsewhere, setUnsavedElsewhere] = useState(false);
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: () => endAllSessions(client),
    onSuccess() {
      forgetUnsavedElsewhere();
      leave();
    },
    onError(error) {
      logError('Could not end the sessions', error);
      setAsking(false);
    },
  });

  async function ask() {
    setUnsavedElsewhere(await findUnsavedElsewhere());
    setAsking(true);
  }

  return (
    <FormSection
      title="Lost a phone, or used someone else's computer?"
      intro="Sign out everywhere at once, on this device as well. Nobody goes on without the password."
    >
      <FormError>
        {isError ? 'The devices could not be signed out. Please try again.' : undefined}
      </FormError>
      <Button variant="secondary" className={isError ? 'mt-4' : ''} onClick={() => void ask()}>
        Sign out on all devices
      </Button>
      <ConfirmDialog
        open={asking}
        title="Sign out on all devices?"
        confirmLabel="Sign out"
        busy={isPending || isSuccess}
        onClose={() => setAsking(false)}
        onConfirm={mutate}
      >
        Every phone, tablet and computer that is signed in with this account, this one too, has to
        sign in again.
        {isUnsavedElsewhere && ' You have unsaved changes in another tab, which are discarded.'}
      </ConfirmDialog>
    </FormSection>
  );
}

const empty: Fields = { current: '', password: '', repeat: '' };

function ChangePasswordForm() {
  const client = useAdminClient();
  const { user } = useAccount();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [changed, setChanged] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  async function save({ current, password }: Fields) {
    setErrorMessage(undefined);
    setChanged(false);
    const error = await setPassword(client, password, current);
    if (error === undefined) {
      reset(empty);
      setChanged(true);
    } else if (error === 'current') {
      setError('current', { message: wrongPasswordMessage }, { shouldFocus: true });
    } else if (error === 'same' || error === 'leaked') {
      setError('password', { message: newPasswordMessages[error] }, { shouldFocus: true });
    } else {
      setErrorMessage(
        error === 'link' || error === 'code'
          ? 'Your session has ended. Please sign in again.'
          : error.message,
      );
    }
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(save)}>
      <FormError>{errorMessage}</FormError>
      {/* Tells password managers whose password it is. */}
      <input
        type="email"
        autoComplete="username"
        defaultValue={user.email}
        readOnly
        hidden
        aria-label="Email address"
      />
      <TextField
        type="password"
        label="Current password"
        autoComplete="current-password"
        required
        error={errors.current?.message}
        {...register('current')}
      />
      <NewPasswordFields
        password={{ ...register('password'), error: errors.password?.message }}
        repeat={{ ...register('repeat'), error: errors.repeat?.message }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Changing...' : 'Change password'}
        </Button>
        <p role="status" className="font-medium text-moss">
          {changed && 'Your password has been changed.'}
        </p>
      </div>
    </form>
  );
}
