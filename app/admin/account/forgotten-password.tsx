import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { getBrowserClient } from '#app/data/browser-client.ts';
import { sendPasswordLink } from '#app/data/password.ts';
import {
  type ForgottenPasswordForm,
  forgottenPasswordForm,
} from '#app/domain/accounts/password-form.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { adminDirective, adminMeta, useAdminRobots } from '../robots.ts';
import { CardScreen } from '../shell/card-screen.tsx';
import { FormError } from '../shell/form-error.tsx';
import { useSupabaseAddress } from '../supabase-address.ts';
import '../admin.css';

export const meta = () => adminMeta('Forgot your password?');

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

export default function ForgottenPassword() {
  useAdminRobots();
  const [mailedTo, setMailedTo] = useState<string>();

  return (
    <CardScreen
      title="Forgot your password?"
      intro={mailedTo === undefined && 'We mail you a link that lets you set a new one.'}
    >
      {mailedTo === undefined ? (
        <AddressForm onMailed={setMailedTo} />
      ) : (
        <Mailed to={mailedTo} onOther={() => setMailedTo(undefined)} />
      )}
    </CardScreen>
  );
}

function AddressForm({ onMailed }: { onMailed: (email: string) => void }) {
  const address = useSupabaseAddress();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, formState } = useForm<ForgottenPasswordForm>({
    resolver: zodResolver(forgottenPasswordForm),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  async function send({ email }: ForgottenPasswordForm) {
    setErrorMessage(undefined);
    const screen = new URL('/admin/password', window.location.origin).href;
    const error = await sendPasswordLink(getBrowserClient(address), email, screen);
    if (error === undefined) onMailed(email);
    else setErrorMessage(error);
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(send)}>
      <FormError>{errorMessage}</FormError>
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" className="w-full" disabled={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send the link'}
      </Button>
      <Link to="/admin" className={buttonClass('secondary', 'w-full')}>
        Back to sign in
      </Link>
    </form>
  );
}

function Mailed({ to, onOther }: { to: string; onOther: () => void }) {
  return (
    <div className="space-y-5">
      <p role="status" className="[overflow-wrap:anywhere]">
        If there is an account for <strong>{to}</strong>, a mail with a link is on its way there.
        The link works once, and for an hour.
      </p>
      <p className="text-ink-soft">
        Nothing came after a few minutes? Look among the unwanted mail, or check the address.
      </p>
      <Button variant="secondary" className="w-full" onClick={onOther}>
        Use another address
      </Button>
      <Link to="/admin" className={buttonClass('secondary', 'w-full')}>
        Back to sign in
      </Link>
    </div>
  );
}
