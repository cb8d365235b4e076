import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { setPassword, takeMailedToken } from '#app/data/password.ts';
import type { Client } from '#app/data/supabase-context.ts';
import {
  type NewPasswordForm as Fields,
  newPasswordForm,
  refusedNew,
} from '#app/domain/accounts/password-form.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeForm } from '../shell/code-form.tsx';
import { Refusal } from '../shell/refusal.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

type NewPasswordFormProps = {
  client: Client;
  /** The mailed token; undefined where its session is there already. */
  token: string | undefined;
  /** The link is used, too old, or replaced by a newer one. */
  onRefused: () => void;
  onDone: () => void;
};

/** The new password, twice. The token is used up only here, when it is sent. */
export function NewPasswordForm({ client, token, onRefused, onDone }: NewPasswordFormProps) {
  const [refusal, setRefusal] = useState<string>();
  /** The new password, while the account's second step is to come before it. */
  const [waiting, setWaiting] = useState<string>();
  const tokenTaken = useRef(token === undefined);
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', repeat: '' },
  });
  const { errors, isSubmitting } = formState;

  async function attempt(password: string) {
    if (!tokenTaken.current && token !== undefined) {
      const refused = await takeMailedToken(client, token);
      if (refused) return refused;
      tokenTaken.current = true;
    }
    return setPassword(client, password);
  }

  async function save({ password }: Fields) {
    setRefusal(undefined);
    const refused = await attempt(password);
    if (refused === undefined) onDone();
    else if (refused === 'link' || refused === 'current') onRefused();
    else if (refused === 'same' || refused === 'leaked') {
      setError('password', { message: refusedNew[refused] }, { shouldFocus: true });
    } else if (refused === 'code') setWaiting(password);
    else setRefusal(refused.message);
  }

  if (waiting !== undefined) {
    return (
      <CodeForm
        client={client}
        focused
        onAccepted={async () => {
          setWaiting(undefined);
          await save({ password: waiting, repeat: waiting });
        }}
      />
    );
  }
  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(save)}>
      <Refusal>{refusal}</Refusal>
      <NewPasswordFields
        password={{ ...register('password'), error: errors.password?.message }}
        repeat={{ ...register('repeat'), error: errors.repeat?.message }}
      />
      <Button type="submit" className="w-full" disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save the new password'}
      </Button>
    </form>
  );
}
