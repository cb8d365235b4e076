import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setPassword } from '#app/data/password.ts';
import {
  changePasswordForm,
  type ChangePasswordForm as Fields,
  refusedCurrent,
  refusedNew,
} from '#app/domain/accounts/password-form.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAccount, useAdminClient } from '../session.ts';
import { Refusal } from '../shell/refusal.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const empty: Fields = { current: '', password: '', repeat: '' };

/** The current password, and the new one, twice. */
export function ChangePasswordForm() {
  const client = useAdminClient();
  const { user } = useAccount();
  const [refusal, setRefusal] = useState<string>();
  const [changed, setChanged] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  async function save({ current, password }: Fields) {
    setRefusal(undefined);
    setChanged(false);
    const refused = await setPassword(client, password, current);
    if (refused === undefined) {
      reset(empty);
      setChanged(true);
    } else if (refused === 'current') {
      setError('current', { message: refusedCurrent }, { shouldFocus: true });
    } else if (refused === 'same' || refused === 'leaked') {
      setError('password', { message: refusedNew[refused] }, { shouldFocus: true });
    } else {
      setRefusal(
        refused === 'link' || refused === 'code'
          ? 'Your session has ended. Please sign in again.'
          : refused.message,
      );
    }
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(save)}>
      <Refusal>{refusal}</Refusal>
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
