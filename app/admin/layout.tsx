import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '#app/ui/spinner.tsx';
import { ToastProvider } from '#app/ui/toast.tsx';
import { createQueryClient } from './query-client.ts';
import { adminDirective, adminMeta, useAdminRobots } from './robots.ts';
import { AccountContext, AdminContext, useSession } from './session.ts';
import { CodeScreen } from './shell/code-screen.tsx';
import { NoAccess } from './shell/no-access.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { SignInScreen } from './shell/sign-in-screen.tsx';
import { useSupabaseAddress } from './supabase-address.ts';
import './admin.css';

export const meta = () => adminMeta();

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

/** The frame of every screen of the back office, for those who may see it; a sign-in for others. */
export default function AdminLayout() {
  useAdminRobots();
  const { client, session, checkAgain, leave } = useSession(useSupabaseAddress());

  if (!client || session.is === 'loading' || session.is === 'checking') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Spinner label="Loading the admin panel" />
        <noscript>The admin panel needs JavaScript. Please switch it on for this site.</noscript>
      </main>
    );
  }
  if (session.is === 'signed-out') return <SignInScreen client={client} />;
  if (session.is === 'needs-code') return <CodeScreen client={client} onSignOut={leave} />;
  if (session.is === 'not-staff') {
    return (
      <NoAccess title="This account can't use the admin panel" onSignOut={leave}>
        You are signed in as {session.user.email}, but this account is not on the staff list.
      </NoAccess>
    );
  }
  if (session.is === 'unreachable') {
    return (
      <NoAccess
        title="The admin panel could not be loaded"
        onSignOut={leave}
        onTryAgain={checkAgain}
      >
        You are signed in as {session.user.email}, but the server did not answer as it should.
      </NoAccess>
    );
  }
  return (
    <AdminContext value={client}>
      <AccountContext value={{ user: session.user, leave }}>
        <ToastProvider>
          <Queries ended={session.ended !== false}>
            <Shell email={session.user.email} onSignOut={leave}>
              <Outlet />
            </Shell>
          </Queries>
          <SignInAgain
            ended={session.ended}
            client={client}
            email={session.user.email}
            onSignOut={leave}
          />
        </ToastProvider>
      </AccountContext>
    </AdminContext>
  );
}

/** A query cache that is discarded when the person leaves. */
function Queries({ ended, children }: { ended: boolean; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);

  // What failed without a session is read again with the next one.
  useEffect(() => {
    if (ended) return;
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  }, [ended, queryClient]);

  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
