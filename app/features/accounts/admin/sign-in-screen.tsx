import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { findStorageProblem } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type SignInForm as Fields, signIn, signInForm } from '../sign-in.ts';
import { FormError, PasswordField } from './account-fields.tsx';
import { CardScreen } from './card-screen.tsx';

/** The second step of the sign-in. */
export const LazyMfaForm = lazy(async () => ({
  default: (await import('./mfa-form.tsx')).MfaForm,
}));

export function SignInScreen({ client }: { client: Client }) {
  useDocumentTitle('Admin Login');
  return (
    <CardScreen title="Admin Login" intro="Access the admin panel to manage your website content">
      <SignInForm client={client} />
      <p className="mt-3 text-center">
        <Link
          to="/admin/forgot-password"
          className="drawn-link inline-flex min-h-11 items-center px-2"
        >
          Forgot your password?
        </Link>
      </p>
    </CardScreen>
  );
}

export function MfaScreen({ client, onSignOut }: { client: Client; onSignOut: () => void }) {
  useDocumentTitle('Enter your code | Admin');
  return (
    <CardScreen
      title="Enter your code"
      intro="Your password was right. Now open the authenticator app on your phone."
    >
      <Suspense fallback={<Spinner />}>
        <LazyMfaForm client={client} />
      </Suspense>
      <Button variant="secondary" className="mt-3 w-full" onClick={onSignOut}>
        Sign Out
      </Button>
      <p className="mt-4 text-ink-soft text-sm">
        Lost your phone? A colleague can turn this step off for you on their Account screen, or
        whoever runs the website can.
      </p>
    </CardScreen>
  );
}

type NoAccessProps = {
  title: string;
  children: ReactNode;
  onSignOut: () => void;
  onTryAgain?: () => void;
};

export function NoAccess({ title, children, onSignOut, onTryAgain }: NoAccessProps) {
  useDocumentTitle(`${title} | Admin`);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <h1 className="display text-3xl">{title}</h1>
        <p className="mt-3 text-ink-soft [overflow-wrap:anywhere]">{children}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {onTryAgain && <Button onClick={onTryAgain}>Try again</Button>}
          <Button variant="secondary" onClick={onSignOut}>
            Sign Out
          </Button>
        </div>
      </div>
    </main>
  );
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // Another route may have set its title meanwhile.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}

export function SignInForm({ client, email = '' }: { client: Client; email?: string }) {
  const [errorMessage, setErrorMessage] = useState<string>();
  const [storageProblem, setStorageProblem] = useState<ReturnType<typeof findStorageProblem>>();
  useEffect(() => setStorageProblem(findStorageProblem()), []);
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
      {storageProblem && (
        <p role="status" className="warning">
          {storageProblem === 'denied'
            ? 'This browser blocks site data, so you would have to sign in again after each reload. To stay signed in, allow cookies and site data for this site in the browser’s settings.'
            : 'This browser can’t save site data because its storage is full or damaged, so you would have to sign in again after each reload. To stay signed in, free up space on this device, or delete this site’s data in the browser’s settings, which also deletes unsaved drafts.'}
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
