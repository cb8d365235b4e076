import { Suspense, useRef } from 'react';
import { useHasUnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Client } from '#app/lib/client.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { LazyMfaForm, SignInForm } from './sign-in-screen.tsx';
import { useSignOutQuestion } from './sign-out-question.tsx';

type SignInAgainProps = {
  ended: false | 'session' | 'mfa';
  client: Client;
  email: string | undefined;
  onSignOut: () => void;
};

export function SignInAgain({ ended, client, email, onSignOut }: SignInAgainProps) {
  const form = useRef<HTMLDivElement>(null);
  const { signOut, question } = useSignOutQuestion(onSignOut, useHasUnsavedInput());

  return (
    <Dialog
      open={ended !== false}
      // Stays open until there is a session.
      onClose={() => undefined}
      size="sm"
      title="Please sign in again"
      hideCloseButton
      covers
      initialFocus={() =>
        form.current?.querySelector<HTMLElement>('[type=password], [autocomplete=one-time-code]') ??
        true
      }
    >
      <p className="mb-5 text-ink-soft">
        Your session has ended. What you were working on is still here.
      </p>
      <div ref={form}>
        {ended === 'mfa' ? (
          <Suspense fallback={<Spinner />}>
            <LazyMfaForm client={client} />
          </Suspense>
        ) : (
          <SignInForm client={client} email={email} />
        )}
      </div>
      {ended !== 'mfa' && <ForgottenPassword />}
      <Button variant="secondary" className="mt-3 w-full" onClick={signOut}>
        Sign Out
      </Button>
      {question}
    </Dialog>
  );
}

function ForgottenPassword() {
  return (
    <p className="mt-1 text-center">
      <a
        href="/admin/forgot-password"
        target="_blank"
        rel="noreferrer"
        className="drawn-link inline-flex min-h-11 items-center px-2"
      >
        Forgot your password? (opens a new tab)
      </a>
    </p>
  );
}
