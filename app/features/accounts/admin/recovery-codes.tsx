import { zodResolver } from '@hookform/resolvers/zod';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { logError } from '#app/admin/log-error.ts';
import { useHasMailServer } from '#app/admin/query-client.ts';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useAccount, useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { type ResetColleagueForm, resetColleague, resetColleagueForm } from '../colleagues.ts';
import { countRecoveryCodes, createRecoveryCodes } from '../mfa.ts';
import { FormError, OwnPasswordField } from './account-fields.tsx';
import { MfaForm } from './mfa-form.tsx';

export const noRecoveryCodes =
  'Hosted Supabase has no recovery codes. If you lose your phone, a colleague can turn this step off for you here, or whoever manages the Supabase project can, under Authentication > Users.';

type State =
  | { status: 'loading' | 'unavailable' | 'failed' | 'asking' }
  | { status: 'counted'; left: number }
  | { status: 'shown'; codes: string[] };

/** @param isNew whether two-step sign-in was just turned on: its first codes are shown at once */
export function RecoveryCodes({ isNew }: { isNew: boolean }) {
  const client = useAdminClient();
  const [state, setState] = useState<State>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [wereShown, setShown] = useState(!isNew);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    const read = async (): Promise<State> => {
      const left = await countRecoveryCodes(client);
      if (left === undefined) return { status: 'unavailable' };
      if (!isNew || left > 0) return { status: 'counted', left };
      return { status: 'shown', codes: await createRecoveryCodes(client) };
    };
    read().then(
      (next) => current && setState(next),
      (error) => {
        logError('Recovery codes read failed', error);
        if (current) setState({ status: 'failed' });
      },
    );
    return () => {
      current = false;
    };
  }, [client, isNew, attempt]);

  async function renew(): Promise<void> {
    // The new codes replace the former ones, even if the answer with them is lost.
    setShown(false);
    try {
      setState({ status: 'shown', codes: await createRecoveryCodes(client) });
    } catch (error) {
      logError('Recovery codes creation failed', error);
      setState({ status: 'failed' });
    }
  }

  if (state.status === 'loading') return null;
  if (state.status === 'unavailable') {
    return (
      <>
        <p className="mt-5 border-line border-t pt-5 text-ink-soft">{noRecoveryCodes}</p>
        <ResetColleague />
      </>
    );
  }
  return (
    <>
      <div className="mt-5 border-line border-t pt-5">
        <h3 className="mb-1 font-semibold">Recovery codes</h3>
        {state.status === 'failed' && (
          <div className="grid justify-items-start gap-3">
            <FormError>Couldn't load the recovery codes. Please try again.</FormError>
            <Button variant="secondary" onClick={() => setAttempt((count) => count + 1)}>
              Try again
            </Button>
          </div>
        )}
        {state.status === 'counted' && (
          <>
            <p className={state.left > 0 && wereShown ? 'text-ink-soft' : 'font-medium text-barn'}>
              {describeCodes(state.left, wereShown)}
            </p>
            <Button
              variant="secondary"
              className="mt-3"
              onClick={() => setState({ status: 'asking' })}
            >
              Create new recovery codes
            </Button>
          </>
        )}
        {state.status === 'asking' && (
          <MfaForm client={client} label="Create new recovery codes" onAccepted={renew}>
            <Button variant="secondary" onClick={() => setAttempt((count) => count + 1)}>
              Cancel
            </Button>
          </MfaForm>
        )}
        {state.status === 'shown' && (
          <ShownCodes
            codes={state.codes}
            onDone={() => {
              setShown(true);
              setAttempt((count) => count + 1);
            }}
          />
        )}
      </div>
      <ResetColleague />
    </>
  );
}

export function describeCodes(left: number, wereShown: boolean): string {
  if (left === 0) return 'You have no recovery codes. Without them, a lost phone locks you out.';
  return wereShown
    ? `${left} of 10 left. Each one signs you in once without your phone.`
    : "Your recovery codes couldn't be shown. Please create new ones.";
}

const leaveQuestion = {
  title: 'Leave without saving the codes?',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  text: "You haven't confirmed that you saved them. We can't show them again.",
};

export function ShownCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { user } = useAccount();
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <UnsavedInput when question={leaveQuestion} />
      <p>
        Print these codes or save them in a password manager now. We show them only once. If you
        lose your phone, each code signs you in once. They replace any earlier codes.
      </p>
      <div ref={list} className="my-4">
        <p className="hidden print:block">
          Recovery codes for {user.email} at {window.location.host}. Each one works once.
        </p>
        <ol aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-2">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => printAlone(list.current)}>
          <Printer aria-hidden className="size-5" />
          Print
        </Button>
        <CopyButton text={codes.join('\n')} />
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </>
  );
}

/** Prints a copy of the element without the rest of the screen: admin.css hides it. */
function printAlone(element: HTMLElement | null) {
  if (!element) return;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.dataset.printed = '';
  document.body.append(copy);
  document.body.dataset.printing = '';
  const end = () => {
    copy.remove();
    delete document.body.dataset.printing;
  };
  window.addEventListener('afterprint', end, { once: true });
  window.print();
}

/** Turns two-step sign-in off for a colleague who has lost the phone. */
function ResetColleague() {
  const client = useAdminClient();
  const hasMailServer = useHasMailServer();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, reset, resetField, formState } = useForm<ResetColleagueForm>({
    resolver: zodResolver(resetColleagueForm),
    defaultValues: { email: '', password: '', code: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  function close() {
    reset();
    setErrorMessage(undefined);
    setOpen(false);
  }

  async function submit(values: ResetColleagueForm) {
    setErrorMessage(undefined);
    const { error } = await resetColleague(client, values);
    if (error !== undefined) {
      resetField('code');
      return setErrorMessage(error);
    }
    setDone(values.email);
    close();
  }

  return (
    <div className="mt-5 border-line border-t pt-5">
      <h3 className="mb-1 font-semibold">A colleague lost their phone?</h3>
      <p className="mb-3 text-ink-soft">
        Turn off their two-step sign-in. They can then sign in with their password and set up a new
        phone.
      </p>
      {isOpen ? (
        <form noValidate className="space-y-5" onSubmit={handleSubmit(submit)}>
          <UnsavedInput when={isDirty && !isSubmitting} />
          <FormError>{errorMessage}</FormError>
          <TextField
            label="Your colleague's email address"
            type="email"
            autoComplete="off"
            required
            error={errors.email?.message}
            {...register('email')}
          />
          <OwnPasswordField error={errors.password?.message} {...register('password')} />
          <TextField
            label="Code from your authenticator app"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            hint={
              hasMailServer()
                ? "We'll email both of you and record it in the activity log."
                : "We'll record it in the activity log."
            }
            error={errors.code?.message}
            {...register('code')}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" className="grow" disabled={isSubmitting}>
              {isSubmitting ? 'Checking...' : 'Turn off their two-step sign-in'}
            </Button>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            setDone(undefined);
            setOpen(true);
          }}
        >
          Help a colleague
        </Button>
      )}
      <p role="status" className="mt-3 font-medium text-moss wrap-anywhere empty:hidden">
        {done &&
          `Two-step sign-in is off for ${done}.${hasMailServer() ? ' We emailed both of you.' : ''}`}
      </p>
    </div>
  );
}
