import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { SignInAgain } from '#app/features/accounts/admin/sign-in-again.tsx';
import type { Client } from '#app/lib/client.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { waitForScreens } from '../lazy-screen.ts';
import { createQueryClient } from '../query-client.ts';
import { UnsavedInputProvider } from '../records/unsaved-input.tsx';
import { Shell } from './shell.tsx';

type SignedInProps = {
  client: Client;
  email: string | undefined;
  ended: false | 'session' | 'mfa';
  onSignOut: () => void;
  children: ReactNode;
};

export default function SignedIn({ client, email, ended, onSignOut, children }: SignedInProps) {
  const [queryClient] = useState(createQueryClient);
  const hasSession = ended === false;

  useEffect(() => {
    waitForScreens();
    return () => queryClient.clear();
  }, [queryClient]);

  // Without a session, polling would replace the lists by rows that visitors can read.
  useEffect(() => {
    focusManager.setFocused(hasSession ? undefined : false);
    return () => focusManager.setFocused(undefined);
  }, [hasSession]);

  // Retries queries that failed without a session.
  useEffect(() => {
    if (!hasSession) return;
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  }, [hasSession, queryClient]);

  return (
    <ToastProvider>
      <QueryClientProvider client={queryClient}>
        <UnsavedInputProvider>
          <Shell email={email} onSignOut={onSignOut}>
            {children}
          </Shell>
          <SignInAgain ended={ended} client={client} email={email} onSignOut={onSignOut} />
        </UnsavedInputProvider>
      </QueryClientProvider>
    </ToastProvider>
  );
}
