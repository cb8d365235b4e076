import { zodResolver } from '@hookform/resolvers/zod';
import { Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { logError } from '#app/admin/log-error.ts';
import { AnchoredSection } from '#app/admin/records/anchored-section.tsx';

import { useAccount, useAdminClient } from '#app/admin/session.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  disableMfa,
  enrollTotp,
  groupSecret,
  hasMfa,
  type PendingTotp,
  verifyMfaCode,
} from '../mfa.ts';
import {
  type ConfirmPasswordForm,
  confirmPassword,
  confirmPasswordForm,
  describePasswordError,
  wrongPasswordMessage,
} from '../passwords.ts';
import { FormError, OwnPasswordField } from './account-fields.tsx';
import { MfaForm } from './mfa-form.tsx';
import { noRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx';

type State =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'off' }
  | { status: 'asking' }
  | { status: 'begun'; step: PendingTotp }
  | { status: 'on'; isNew?: boolean }
  | { status: 'ending' };

export function MfaSection() {
  const client = useAdminClient();
  const [state, setState] = useState<State>({ status: 'loading' });
  const [statusMessage, setStatusMessage] = useState('');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    setState({ status: 'loading' });
    hasMfa(client).then(
      (has) => current && setState({ status: has ? 'on' : 'off' }),
      (error) => {
        logError('MFA read failed', error);
        if (current) setState({ status: 'failed' });
      },
    );
    return () => {
      current = false;
    };
  }, [client, attempt]);

  async function begin() {
    try {
      const step = await enrollTotp(client, window.location.host);
      setState({ status: 'begun', step });
    } catch (error) {
      logError('MFA enrolment failed', error);
      setState({ status: 'failed' });
    }
  }

  return (
    <AnchoredSection
      title="Two-step sign-in"
      anchor="two-step"
      intro="Enter a code from an app on your phone as well as your password. Someone who learns your password still can't sign in."
    >
      {state.status === 'loading' && <Spinner label="Loading" />}
      {state.status === 'failed' && (
        <div className="space-y-4">
          <FormError>Something went wrong. Please try again.</FormError>
          <Button variant="secondary" onClick={() => setAttempt((count) => count + 1)}>
            Try again
          </Button>
        </div>
      )}
      {state.status === 'off' && (
        <div className="grid justify-items-start gap-3">
          {!hasOwnBackend() && <p className="text-ink-soft">{noRecoveryCodes}</p>}
          <Button
            variant="secondary"
            onClick={() => {
              setStatusMessage('');
              setState({ status: 'asking' });
            }}
          >
            Turn on two-step sign-in
          </Button>
          <p className="text-ink-soft text-sm">
            A colleague lost their phone? You can help them once your own is on.
          </p>
        </div>
      )}
      {state.status === 'asking' && (
        <ConfirmPassword onConfirmed={begin} onCancel={() => setState({ status: 'off' })} />
      )}
      {state.status === 'begun' && (
        <Begun
          step={state.step}
          onCancel={() => setState({ status: 'off' })}
          onDone={() => {
            setState({ status: 'on', isNew: true });
            setStatusMessage('Two-step sign-in is on. Your other devices have been signed out.');
          }}
        />
      )}
      {state.status === 'on' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-medium">Two-step sign-in is on.</p>
          <Button
            variant="secondary"
            onClick={() => {
              setStatusMessage('');
              setState({ status: 'ending' });
            }}
          >
            Turn it off
          </Button>
        </div>
      )}
      {state.status === 'ending' && (
        <MfaForm
          client={client}
          send={disableMfa}
          label="Turn off two-step sign-in"
          onAccepted={() => {
            setState({ status: 'off' });
            setStatusMessage('Two-step sign-in is off.');
          }}
        >
          <Button variant="secondary" onClick={() => setState({ status: 'on' })}>
            Cancel
          </Button>
        </MfaForm>
      )}
      <p role="status" className="mt-3 font-medium text-moss empty:hidden">
        {statusMessage}
      </p>
      {state.status === 'on' && <RecoveryCodes isNew={state.isNew ?? false} />}
    </AnchoredSection>
  );
}

type ConfirmPasswordProps = { onConfirmed: () => Promise<void>; onCancel: () => void };

function ConfirmPassword({ onConfirmed, onCancel }: ConfirmPasswordProps) {
  const client = useAdminClient();
  const { user } = useAccount();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<ConfirmPasswordForm>({
    resolver: zodResolver(confirmPasswordForm),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus('password'), [setFocus]);

  async function confirm({ password }: ConfirmPasswordForm) {
    setErrorMessage(undefined);
    const error = await confirmPassword(client, user.email ?? '', password);
    if (error === undefined) await onConfirmed();
    else if (error === 'current') {
      setError('password', { message: wrongPasswordMessage }, { shouldFocus: true });
    } else {
      setErrorMessage(describePasswordError(error));
    }
  }

  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit(confirm)}>
      <FormError>{errorMessage}</FormError>
      <OwnPasswordField
        hint="So we know it's you"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="grow" disabled={isSubmitting}>
          {isSubmitting ? 'Checking...' : 'Continue'}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type BegunProps = { step: PendingTotp; onCancel: () => void; onDone: () => void };

export function Begun({ step, onCancel, onDone }: BegunProps) {
  const client = useAdminClient();
  return (
    <div className="space-y-5">
      <ol className="list-decimal space-y-2 pl-5">
        <li>Install an authenticator app on your phone, if you don't have one yet.</li>
        <li>
          Scan this code with it. On the phone itself, press Open in app, or copy the key and paste
          it into the app.
        </li>
        <li>Enter the 6 digits that the app shows.</li>
      </ol>
      <QrCode text={step.uri} label="The key for your authenticator app, as a QR code" />
      <p>
        <span className="block text-ink-soft text-sm">Key</span>
        <code className="[overflow-wrap:anywhere]">{groupSecret(step.secret)}</code>
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={step.uri} className={buttonClass('secondary', 'pointer-fine:hidden')}>
          <Smartphone aria-hidden className="size-5" />
          Open in app
        </a>
        <CopyButton text={step.secret} />
      </div>
      <MfaForm
        client={client}
        send={(to, code) => verifyMfaCode(to, code, step.factorId)}
        label="Turn on two-step sign-in"
        takesRecoveryCode={false}
        onAccepted={onDone}
      >
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </MfaForm>
    </div>
  );
}
