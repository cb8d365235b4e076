import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isStorageDenied } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { signIn } from '../session-calls.ts';
import { type SignInForm as Fields, signInForm } from '../sign-in-form.ts';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';

export function SignInForm({ client, email = '' }: { client: Client; email?: string }) {
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isDenied, setIsDenied] = useState(false);
  useEffect(() => setIsDenied(isStorageDenied()), []);
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
      {isDenied && (
        <p role="status" className="warning">
          This browser blocks site data, so you would have to sign in again after each reload. To
          stay signed in, allow cookies and site data for this site in the browser’s settings.
        </p>
      )}
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
