import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { adminDirective, adminMeta, useAdminRobots } from '#app/admin/robots.ts';
import { getBrowserClient } from '#app/lib/browser-client.ts';
import { isMailConfigured } from '#app/lib/mail-status.ts';
import { useSupabaseConnection } from '#app/lib/root-data.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import {
  type ForgottenPasswordForm,
  forgottenPasswordForm,
  sendPasswordLink,
} from '../passwords.ts';
import { FormError } from './account-fields.tsx';
import { CardScreen } from './card-screen.tsx';
import '#app/admin/admin.css';

export const meta = () => adminMeta('Forgot your password?');

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

export default function ForgottenPassword() {
  useAdminRobots();
  const [sentTo, setSentTo] = useState<string>();
  const delivery = useDelivery();

  return (
    <CardScreen title="Forgot your password?" intro={sentTo === undefined && intros[delivery]}>
      {sentTo === undefined ? (
        <AddressForm delivery={delivery} onSent={setSentTo} />
      ) : (
        <Sent to={sentTo} delivery={delivery} onOther={() => setSentTo(undefined)} />
      )}
    </CardScreen>
  );
}

/** How the link is delivered: without a mail server the site writes it to a file. */
type Delivery = 'unknown' | 'mail' | 'file';

const intros: Record<Delivery, string> = {
  unknown: 'Get a link to set a new one.',
  mail: "We'll email you a link to set a new one.",
  file: "This website has no mail server, so we can't email you. We'll save the link to a file that whoever runs the website can open.",
};

const outcomes: Record<Delivery, string> = {
  unknown: 'a link has been created.',
  mail: 'an email with a link is on its way.',
  file: "a link is in the outbox folder of the website's data.",
};

function useDelivery(): Delivery {
  const { url, publishableKey } = useSupabaseConnection();
  const [delivery, setDelivery] = useState<Delivery>('unknown');
  useEffect(() => {
    // The hosted platform mails the link itself.
    if (url !== '') return setDelivery('mail');
    isMailConfigured(getBrowserClient({ url, publishableKey })).then(
      (isConfigured) => setDelivery(isConfigured ? 'mail' : 'file'),
      () => undefined,
    );
  }, [url, publishableKey]);
  return delivery;
}

type AddressFormProps = { delivery: Delivery; onSent: (email: string) => void };

function AddressForm({ delivery, onSent }: AddressFormProps) {
  const connection = useSupabaseConnection();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, formState } = useForm<ForgottenPasswordForm>({
    resolver: zodResolver(forgottenPasswordForm),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const [label, busyLabel] =
    delivery === 'file' ? ['Create the link', 'Creating...'] : ['Send the link', 'Sending...'];

  async function send({ email }: ForgottenPasswordForm) {
    setErrorMessage(undefined);
    const screen = new URL('/admin/password', window.location.origin).href;
    const error = await sendPasswordLink(getBrowserClient(connection), email, screen);
    if (error === undefined) onSent(email);
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
        {isSubmitting ? busyLabel : label}
      </Button>
      <Link to="/admin" className={buttonClass('secondary', 'w-full')}>
        Back to sign in
      </Link>
    </form>
  );
}

type SentProps = { to: string; delivery: Delivery; onOther: () => void };

function Sent({ to, delivery, onOther }: SentProps) {
  return (
    <div className="space-y-5">
      <p role="status" className="[overflow-wrap:anywhere]">
        If there is an account for <strong>{to}</strong>, {outcomes[delivery]} The link works once
        and expires in an hour.
      </p>
      <p className="text-ink-soft">
        {delivery === 'file'
          ? 'Ask whoever runs this website for the link.'
          : 'No email after a few minutes? Check your spam folder, or check the address.'}
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
