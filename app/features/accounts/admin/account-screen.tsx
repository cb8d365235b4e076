import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { logError } from '#app/admin/log-error.ts';
import { findUnsavedElsewhere, forgetUnsavedElsewhere } from '#app/admin/other-tabs.ts';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAccount, useAdminClient } from '#app/admin/session.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { isMailConfigured, mailStatusKey } from '#app/lib/mail-status.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import {
  changePasswordForm,
  createEmailChangeForm,
  describePasswordError,
  type EmailChangeForm,
  type ChangePasswordForm as Fields,
  getPendingEmail,
  isReservedEmail,
  newPasswordMessages,
  readUser,
  requestEmailChange,
  setPassword,
  wrongPasswordMessage,
} from '../passwords.ts';
import { endAllSessions } from '../sign-in.ts';
import { FormError, NewPasswordFields, OwnPasswordField } from './account-fields.tsx';
import { MfaSection } from './mfa-section.tsx';

export default function Account() {
  const client = useAdminClient();
  const { user } = useAccount();
  // The session has the address of the last sign-in or refresh.
  const { data: { email = '', ...account } = user, refetch } = useQuery({
    queryKey: ['account', user.id],
    queryFn: () => readUser(client),
  });
  return (
    <>
      <PageHeader title="Account" intro={`You are signed in as ${email}`} />
      <div className="mt-6 grid max-w-xl gap-5">
        <FormSection title="Change password" intro="This also signs out your other devices.">
          <ChangePasswordForm email={email} />
        </FormSection>
        <FormSection
          title="Change email address"
          intro={
            hasOwnBackend() && isReservedEmail(email)
              ? `Nobody can read mail at ${email}, so you'll confirm the change from your new address alone.`
              : "You'll confirm the change from both your new and your current address."
          }
        >
          <PendingEmail email={email} pending={getPendingEmail(account, Date.now())} />
          <EmailForm key={email} email={email} onRequested={refetch} />
        </FormSection>
        <MfaSection />
        <EverywhereSection />
        <FormSection
          title="Colleagues"
          intro="Who else can use the admin panel. Invite or remove people."
        >
          <Link to="/admin/colleagues" className={buttonClass('secondary')}>
            Open colleagues
          </Link>
        </FormSection>
        <FormSection
          title="Email"
          intro="The mail server, who gets which emails, and what was sent."
        >
          <Link to="/admin/email" className={buttonClass('secondary')}>
            Open email
          </Link>
        </FormSection>
        <FormSection
          title="Backups"
          intro="All your data and images in one file. Create, download or restore a backup."
        >
          <Link to="/admin/backups" className={buttonClass('secondary')}>
            Open backups
          </Link>
        </FormSection>
        <FormSection
          title="Lists"
          intro="Your own project types, materials, colours, sizes and styles in forms and filters."
        >
          <Link to="/admin/lists" className={buttonClass('secondary')}>
            Open lists
          </Link>
        </FormSection>
        <FormSection
          title="Moving from another website"
          intro="Import your content, and send visitors of old addresses to the right page."
        >
          <div className="flex flex-wrap gap-3">
            <Link to="/admin/import" className={buttonClass('secondary')}>
              Open import
            </Link>
            <Link to="/admin/redirects" className={buttonClass('secondary')}>
              Open redirects
            </Link>
          </div>
        </FormSection>
        <FormSection
          title="Visits"
          intro="Pages people viewed, where they came from, and the orders that followed."
        >
          <Link to="/admin/visits" className={buttonClass('secondary')}>
            Open visits
          </Link>
        </FormSection>
        <FormSection
          title="Activity log"
          intro="Who changed what in the admin panel, and who signed in."
        >
          <Link to="/admin/activity" className={buttonClass('secondary')}>
            Open the activity log
          </Link>
        </FormSection>
        <p className="text-ink-soft text-sm">
          This website is built with open-source software.{' '}
          <a href="/licences.txt" className="drawn-link">
            See the licences
          </a>
        </p>
      </div>
    </>
  );
}

function EverywhereSection() {
  const client = useAdminClient();
  const { leave } = useAccount();
  const [asking, setAsking] = useState(false);
  const [isUnsavedElsewhere, setUnsavedElsewhere] = useState(false);
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: () => endAllSessions(client),
    onSuccess() {
      forgetUnsavedElsewhere();
      leave();
    },
    onError(error) {
      logError('Sign-out on all devices failed', error);
      setAsking(false);
    },
  });

  async function ask() {
    setUnsavedElsewhere(await findUnsavedElsewhere());
    setAsking(true);
  }

  return (
    <FormSection
      title="Lost a phone, or used someone else's computer?"
      intro="Sign out on every device, including this one. No one can continue without the password."
    >
      <FormError>
        {isError ? "Couldn't sign out your devices. Please try again." : undefined}
      </FormError>
      <Button variant="secondary" className={isError ? 'mt-4' : ''} onClick={() => void ask()}>
        Sign out on all devices
      </Button>
      <ConfirmDialog
        open={asking}
        title="Sign out on all devices?"
        confirmLabel="Sign out"
        busy={isPending || isSuccess}
        onClose={() => setAsking(false)}
        onConfirm={mutate}
      >
        Every phone, tablet and computer signed in to this account, including this one, will have to
        sign in again.
        {isUnsavedElsewhere && <span> Unsaved changes in another tab will be lost.</span>}
      </ConfirmDialog>
    </FormSection>
  );
}

const empty: Fields = { current: '', password: '', repeat: '' };

function ChangePasswordForm({ email }: { email: string }) {
  const client = useAdminClient();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [changed, setChanged] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  async function save({ current, password }: Fields) {
    setErrorMessage(undefined);
    setChanged(false);
    const error = await setPassword(client, password, current);
    if (error === undefined) {
      reset(empty);
      setChanged(true);
    } else if (error === 'current') {
      setError('current', { message: wrongPasswordMessage }, { shouldFocus: true });
    } else if (error === 'same' || error === 'leaked') {
      setError('password', { message: newPasswordMessages[error] }, { shouldFocus: true });
    } else {
      setErrorMessage(describePasswordError(error));
    }
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(save)}>
      <FormError>{errorMessage}</FormError>
      {/* Tells password managers whose password it is. */}
      <input
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        hidden
        aria-label="Email address"
      />
      <TextField
        type="password"
        label="Current password"
        autoComplete="current-password"
        required
        error={errors.current?.message}
        {...register('current')}
      />
      <NewPasswordFields
        password={{ ...register('password'), error: errors.password?.message }}
        repeat={{ ...register('repeat'), error: errors.repeat?.message }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Changing...' : 'Change password'}
        </Button>
        <p role="status" className="font-medium text-moss">
          {changed && 'Your password has been changed.'}
        </p>
      </div>
    </form>
  );
}

function PendingEmail({ email, pending }: { email: string; pending: string | undefined }) {
  const client = useAdminClient();
  const { data: isMailed = true } = useQuery({
    queryKey: mailStatusKey,
    queryFn: () => isMailConfigured(client),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: pending !== undefined && hasOwnBackend(),
  });
  const isAlone = hasOwnBackend() && isReservedEmail(email);
  return (
    <div role="status" className="[overflow-wrap:anywhere]">
      {pending !== undefined && (
        <div className="mb-5 border-moss border-l-4 bg-moss-tint px-3 py-2.5 leading-snug">
          <p className="font-semibold">
            Waiting for confirmation at {isAlone ? 'your new address' : 'both addresses'}
          </p>
          <p>
            Open the link in the email to <strong>{pending}</strong>{' '}
            {!isAlone && (
              <>
                and the one in the email to <strong>{email}</strong>{' '}
              </>
            )}
            within an hour. Until then you keep signing in with {email}.
          </p>
          {!isMailed && (
            <p>
              This website has no mail server. {isAlone ? 'The email is' : 'Both emails are'} in the
              outbox folder of the website's data.
            </p>
          )}
          <p>
            To send {isAlone ? 'the email' : 'the emails'} again or to use another address, fill in
            the form again.
          </p>
        </div>
      )}
    </div>
  );
}

type EmailFormProps = { email: string; onRequested: () => Promise<unknown> };

function EmailForm({ email: presentEmail, onRequested }: EmailFormProps) {
  const client = useAdminClient();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, setError, reset, formState } = useForm<EmailChangeForm>({
    resolver: zodResolver(createEmailChangeForm(presentEmail)),
    defaultValues: { email: '', current: '' },
  });
  const { errors, isSubmitting } = formState;

  async function save({ email, current }: EmailChangeForm) {
    setErrorMessage(undefined);
    const error = await requestEmailChange(client, email, current);
    if (error === undefined) {
      reset();
      await onRequested();
    } else if (error === 'current') {
      setError('current', { message: wrongPasswordMessage }, { shouldFocus: true });
    } else if (error === 'taken') {
      const message = 'Another account already uses this address';
      setError('email', { message }, { shouldFocus: true });
    } else {
      setErrorMessage(describePasswordError(error));
    }
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(save)}>
      <FormError>{errorMessage}</FormError>
      <TextField
        type="email"
        label="New email address"
        autoComplete="off"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <OwnPasswordField
        hint="So we know it's you"
        error={errors.current?.message}
        {...register('current')}
      />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Change email address'}
      </Button>
    </form>
  );
}
