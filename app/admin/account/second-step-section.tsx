import { useEffect, useState } from 'react';
import {
  type BegunStep,
  beginSecondStep,
  endSecondStep,
  hasSecondStep,
  sendCode,
} from '#app/data/second-step.ts';
import { groupSecret } from '#app/domain/accounts/mfa.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { FormSection } from '../form-section.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { CodeForm } from '../shell/code-form.tsx';
import { Refusal } from '../shell/refusal.tsx';
import { QrCode } from './qr-code.tsx';

type State =
  | { is: 'loading' }
  | { is: 'failed' }
  | { is: 'off' }
  | { is: 'begun'; step: BegunStep }
  | { is: 'on' }
  | { is: 'ending' };

/** Turns the code at sign-in on and off. */
export function SecondStepSection() {
  const client = useAdminClient();
  const [state, setState] = useState<State>({ is: 'loading' });
  const [said, setSaid] = useState('');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    setState({ is: 'loading' });
    hasSecondStep(client).then(
      (has) => current && setState({ is: has ? 'on' : 'off' }),
      (error) => {
        logFailure('Could not read whether there is a second step', error);
        if (current) setState({ is: 'failed' });
      },
    );
    return () => {
      current = false;
    };
  }, [client, attempt]);

  async function begin() {
    setSaid('');
    try {
      const step = await beginSecondStep(client, window.location.host);
      setState({ is: 'begun', step });
    } catch (error) {
      logFailure('Could not begin a second step', error);
      setState({ is: 'failed' });
    }
  }

  return (
    <FormSection
      title="Two-step sign-in"
      intro="A code from an app on your phone, besides the password. Whoever learns your password can't sign in with it alone."
    >
      {state.is === 'loading' && <Spinner label="Loading" />}
      {state.is === 'failed' && (
        <div className="space-y-4">
          <Refusal>That did not work. Please try again in a moment.</Refusal>
          <Button variant="secondary" onClick={() => setAttempt((count) => count + 1)}>
            Try again
          </Button>
        </div>
      )}
      {state.is === 'off' && (
        <Button variant="secondary" onClick={begin}>
          Turn on two-step sign-in
        </Button>
      )}
      {state.is === 'begun' && (
        <Begun
          step={state.step}
          onCancel={() => setState({ is: 'off' })}
          onDone={() => {
            setState({ is: 'on' });
            setSaid('Two-step sign-in is on. Your other devices have been signed out.');
          }}
        />
      )}
      {state.is === 'on' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-medium">Two-step sign-in is on.</p>
          <Button
            variant="secondary"
            onClick={() => {
              setSaid('');
              setState({ is: 'ending' });
            }}
          >
            Turn it off
          </Button>
        </div>
      )}
      {state.is === 'ending' && (
        <CodeForm
          client={client}
          send={endSecondStep}
          label="Turn off two-step sign-in"
          focused
          onAccepted={() => {
            setState({ is: 'off' });
            setSaid('Two-step sign-in is off.');
          }}
        >
          <Button variant="secondary" onClick={() => setState({ is: 'on' })}>
            Cancel
          </Button>
        </CodeForm>
      )}
      <p role="status" className="mt-3 font-medium text-moss empty:hidden">
        {said}
      </p>
    </FormSection>
  );
}

type BegunProps = { step: BegunStep; onCancel: () => void; onDone: () => void };

function Begun({ step, onCancel, onDone }: BegunProps) {
  const client = useAdminClient();
  return (
    <div className="space-y-5">
      <ol className="list-decimal space-y-2 pl-5">
        <li>Install an authenticator app on your phone, if you have none yet.</li>
        <li>Scan this picture with it, or type the key below into it.</li>
        <li>Enter the 6 digits that the app shows.</li>
      </ol>
      <QrCode text={step.uri} label="The key for your authenticator app, as a QR code" />
      <p>
        <span className="block text-ink-soft text-sm">Key</span>
        <code className="[overflow-wrap:anywhere]">{groupSecret(step.secret)}</code>
      </p>
      <CodeForm
        client={client}
        send={(to, code) => sendCode(to, code, step.factorId)}
        label="Turn on two-step sign-in"
        focused
        onAccepted={onDone}
      >
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </CodeForm>
    </div>
  );
}
