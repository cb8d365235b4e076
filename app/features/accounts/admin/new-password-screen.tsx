import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { adminDirective, adminMeta, useAdminRobots } from '#app/admin/robots.ts';
import { getBrowserClient } from '#app/lib/browser-client.ts';
import type { Client } from '#app/lib/client.ts';
import { useSupabaseConnection } from '#app/lib/root-data.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  type NewPasswordForm as Fields,
  hasMailedSession,
  newPasswordForm,
  newPasswordMessages,
  setPassword,
  verifyMailedToken,
} from '../passwords.ts';
import { parseMailedLink } from '../sign-in.ts';
import { FormError, NewPasswordFields } from './account-fields.tsx';
import { CardScreen } from './card-screen.tsx';
import { MfaForm } from './mfa-form.tsx';
import '#app/admin/admin.css';

export const meta = () => adminMeta('Set a new password');

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

type State =
  | { status: 'reading' }
  | { status: 'form'; token: string | undefined }
  | { status: 'refused' }
  | { status: 'done' };

export default function NewPassword() {
  useAdminRobots();
  const connection = useSupabaseConnection();
  const { hash } = useLocation();
  const [state, setState] = useState<State>({ status: 'reading' });
  const takesSession = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another link in the same tab differs in the fragment only.
  useEffect(() => {
    const link = parseMailedLink(window.location.href);
    if (link.type === 'token') setState({ status: 'form', token: link.token });
    else if (link.type === 'session') {
      takesSession.current = true;
      hasMailedSession(getBrowserClient(connection)).then((took) =>
        setState(took ? { status: 'form', token: undefined } : { status: 'refused' }),
      );
    } else if (link.type === 'refused' || !takesSession.current) {
      // supabase-js removes the fragment after it has stored the session.
      setState({ status: 'refused' });
    }
  }, [connection, hash]);

  switch (state.status) {
    case 'reading':
      return (
        <CardScreen title="Set a new password">
          <Spinner label="Checking the link" />
          <noscript>Please turn on JavaScript for this site to set a password.</noscript>
        </CardScreen>
      );
    case 'form':
      return (
        <CardScreen title="Set a new password" intro="You'll use it to sign in on every device.">
          <NewPasswordForm
            key={state.token}
            client={getBrowserClient(connection)}
            token={state.token}
            onRefused={() => setState({ status: 'refused' })}
            onDone={() => setState({ status: 'done' })}
          />
        </CardScreen>
      );
    case 'refused':
      return (
        <CardScreen
          title="This link no longer works"
          intro="A link works once and expires in an hour. Ask for a new one; only the newest works."
        >
          <div role="alert" className="sr-only">
            This link no longer works
          </div>
          <div className="space-y-3">
            <Link to="/admin/forgot-password" className={buttonClass('primary', 'w-full')}>
              Ask for a new link
            </Link>
            <Link to="/admin" className={buttonClass('secondary', 'w-full')}>
              Back to sign in
            </Link>
          </div>
        </CardScreen>
      );
    case 'done':
      return (
        <CardScreen title="Your new password is set">
          <p role="status" className="mb-6">
            You are signed in here. Every other device has been signed out.
          </p>
          <Link to="/admin" className={buttonClass('primary', 'w-full')}>
            Go to the admin panel
          </Link>
        </CardScreen>
      );
  }
}

type NewPasswordFormProps = {
  client: Client;
  token: string | undefined;
  onRefused: () => void;
  onDone: () => void;
};

function NewPasswordForm({ client, token, onRefused, onDone }: NewPasswordFormProps) {
  const [errorMessage, setErrorMessage] = useState<string>();
  const [waiting, setWaiting] = useState<string>();
  const tokenTaken = useRef(token === undefined);
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', repeat: '' },
  });
  const { errors, isSubmitting } = formState;

  async function attempt(password: string) {
    if (!tokenTaken.current && token !== undefined) {
      const error = await verifyMailedToken(client, token);
      if (error) return error;
      tokenTaken.current = true;
    }
    return setPassword(client, password);
  }

  async function save({ password }: Fields) {
    setErrorMessage(undefined);
    const error = await attempt(password);
    if (error === undefined) onDone();
    else if (error === 'link' || error === 'current') onRefused();
    else if (error === 'same' || error === 'leaked') {
      setError('password', { message: newPasswordMessages[error] }, { shouldFocus: true });
    } else if (error === 'code') setWaiting(password);
    else setErrorMessage(error.message);
  }

  if (waiting !== undefined) {
    return (
      <MfaForm
        client={client}
        onAccepted={async () => {
          setWaiting(undefined);
          await save({ password: waiting, repeat: waiting });
        }}
      />
    );
  }
  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(save)}>
      <FormError>{errorMessage}</FormError>
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
