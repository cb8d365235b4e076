import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Client } from '#app/data/client.ts';
import { signIn } from '#app/data/session.ts';
import { type SignInForm as Fields, signInForm } from '#app/domain/accounts/sign-in-form.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { PasswordField } from '../account/password-field.tsx';
import { FormError } from './form-error.tsx';

export function SignInForm({ client, email = '' }: { client: Client; email?: string }) {
  const [errorMessage, setErrorMessage] = useState<string>();
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm<Fields>({
    resolver: zodResolver(signInForm),
    defaultValues: { email, password: '' },
  });

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit(async (fields) => {
        setErrorMessage(undefined);
        setErrorMessage(await signIn(client, fields));
      })}
    >
      <FormError>{errorMessage}</FormError>
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" className="w-full" disabled={isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
