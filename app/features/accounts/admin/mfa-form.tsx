import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import type { Client } from '#app/lib/client.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { type MfaCodeForm, mfaCodeForm, recoveryCodeForm, verifyMfaCode } from '../mfa.ts';
import { FormError } from './account-fields.tsx';

type MfaFormProps = {
  client: Client;
  send?: (client: Client, code: string) => Promise<string | undefined>;
  label?: string;
  onAccepted?: () => void | Promise<void>;
  /** False if only a code from the app is accepted. */
  takesRecoveryCode?: boolean;
  children?: ReactNode;
};

export function MfaForm({
  client,
  send = verifyMfaCode,
  label = 'Continue',
  onAccepted,
  takesRecoveryCode = true,
  children,
}: MfaFormProps) {
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isRecovering, setRecovering] = useState(false);
  const { register, handleSubmit, reset, resetField, setFocus, formState } = useForm<MfaCodeForm>({
    resolver: zodResolver(isRecovering ? recoveryCodeForm : mfaCodeForm),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus('code'), [setFocus]);

  function switchCode() {
    setRecovering(!isRecovering);
    setErrorMessage(undefined);
    reset();
    setFocus('code');
  }

  async function submit({ code }: MfaCodeForm) {
    setErrorMessage(undefined);
    const error = await send(client, code);
    if (error === undefined) {
      await onAccepted?.();
      return;
    }
    setErrorMessage(error);
    resetField('code');
    setFocus('code');
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(submit)}>
      <FormError>{errorMessage}</FormError>
      <TextField
        label={isRecovering ? 'Recovery code' : 'Code from your authenticator app'}
        inputMode={isRecovering ? 'text' : 'numeric'}
        autoComplete={isRecovering ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.code?.message}
        {...register('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="grow" disabled={isSubmitting}>
          {isSubmitting ? 'Checking...' : label}
        </Button>
        {children}
      </div>
      {takesRecoveryCode && hasOwnBackend() && (
        <button
          type="button"
          onClick={switchCode}
          className="drawn-link -mt-2 inline-flex min-h-11 items-center"
        >
          {isRecovering ? 'Use your authenticator app' : 'Use a recovery code'}
        </button>
      )}
    </form>
  );
}
