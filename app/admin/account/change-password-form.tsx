import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setPassword } from '#app/data/password.ts';
import {
  changePasswordForm,
  type ChangePasswordForm as Fields,
  newPasswordMessages,
  wrongPasswordMessage,
} from '#app/domain/accounts/password-form.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAccount, useAdminClient } from '../session.ts';
import { FormError } from '../shell/form-error.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const empty: Fields = { current: '', password: '', repeat: '' };

export function ChangePasswordForm() {
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
      {/* Tells password managers whose password it status. */}
      <input
        type="email"
        autoComplete="username"
        defaultValue={user.email}
        readOnly
        hidden
        aria-label="Email address"
      />
      <TextField
        label="Current password"
        type="password"
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
