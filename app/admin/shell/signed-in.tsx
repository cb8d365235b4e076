import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Client } from '#app/data/supabase-context.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { createQueryClient } from '../query-client.ts';
import { Shell } from './shell.tsx';
import { SignInAgain } from './sign-in-again.tsx';

type SignedInProps = {
  client: Client;
  email: string | undefined;
  ended: false | 'session' | 'code';
  onSignOut: () => void;
  children: ReactNode;
};

export default function SignedIn({ client, email, ended, onSignOut, children }: SignedInProps) {
  // Discarded at sign-out.
  const [queryClient] = useState(createQueryClient);
  const hasSession = ended === false;

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
        <Shell email={email} onSignOut={onSignOut}>
          {children}
        </Shell>
      </QueryClientProvider>
      <SignInAgain ended={ended} client={client} email={email} onSignOut={onSignOut} />
    </ToastProvider>
  );
}
