import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { sendCode } from '#app/data/second-step.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { type CodeForm as Fields, mfaCodeForm } from '#app/domain/accounts/mfa.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Refusal } from './refusal.tsx';

type CodeFormProps = {
  client: Client;
  /** What is done with a code; resolves to the sentence to show where it was refused. */
  send?: (client: Client, code: string) => Promise<string | undefined>;
  label?: string;
  /** Whether the field takes the keyboard as it appears. */
  focused?: boolean;
  onAccepted?: () => void | Promise<void>;
  /** Beside the button. */
  children?: ReactNode;
};

/** The code of the authenticator app. At sign-in, the session's change takes the form away. */
export function CodeForm({
  client,
  send = sendCode,
  label = 'Continue',
  focused = false,
  onAccepted,
  children,
}: CodeFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, resetField, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(mfaCodeForm),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (focused) setFocus('code');
  }, [focused, setFocus]);

  async function submit({ code }: Fields) {
    setRefusal(undefined);
    const refused = await send(client, code);
    if (refused === undefined) {
      await onAccepted?.();
      return;
    }
    setRefusal(refused);
    resetField('code');
    setFocus('code');
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(submit)}>
      <Refusal>{refusal}</Refusal>
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
