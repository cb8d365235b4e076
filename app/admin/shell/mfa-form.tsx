import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Client } from '#app/data/client.ts';
import { verifyMfaCode } from '#app/data/mfa.ts';
import { type MfaCodeForm, mfaCodeForm } from '#app/domain/accounts/mfa.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormError } from './form-error.tsx';

type MfaFormProps = {
  client: Client;
  send?: (client: Client, code: string) => Promise<string | undefined>;
  label?: string;
  focused?: boolean;
  onAccepted?: () => void | Promise<void>;
  children?: ReactNode;
};

export function MfaForm({
  client,
  send = verifyMfaCode,
  label = 'Continue',
  focused = false,
  onAccepted,
  children,
}: MfaFormProps) {
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, resetField, setFocus, formState } = useForm<MfaCodeForm>({
    resolver: zodResolver(mfaCodeForm),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (focused) setFocus('code');
  }, [focused, setFocus]);

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
        label="Code from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
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
    </form>
  );
}
