import { Suspense, useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { Spinner } from '#app/ui/spinner.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { adminDirective, adminMeta, useAdminRobots } from './robots.ts';
import { AccountContext, AdminContext, useSession } from './session.ts';
import { MfaScreen, NoAccess, SignInScreen } from './shell/signed-out.tsx';
import { useSupabaseConnection } from './supabase-connection.ts';
import './admin.css';

const loadSignedIn = () => import('./shell/signed-in.tsx');
const SignedIn = lazyScreen(loadSignedIn);

export const meta = () => adminMeta();

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

export default function AdminLayout() {
  useAdminRobots();
  const state = useSession(useSupabaseConnection());
  useScreenPreload(state.session.status === 'checking');
  return (
    <Suspense fallback={<Loading />}>
      <Content {...state} />
    </Suspense>
  );
}

function Content({ client, session, checkAgain, leave }: ReturnType<typeof useSession>) {
  if (!client || session.status === 'loading' || session.status === 'checking') return <Loading />;
  if (session.status === 'signed-out') return <SignInScreen client={client} />;
  if (session.status === 'mfa-required') return <MfaScreen client={client} onSignOut={leave} />;
  if (session.status === 'not-staff') {
    return (
      <NoAccess title="This account can't use the admin panel" onSignOut={leave}>
        You are signed in as {session.user.email}, but this account is not on the staff list.
      </NoAccess>
    );
  }
  if (session.status === 'unreachable') {
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
        <SignedIn
          client={client}
          email={session.user.email}
          ended={session.ended}
          onSignOut={leave}
        >
          <Suspense fallback={<Spinner label="Loading" />}>
            <Outlet />
          </Suspense>
        </SignedIn>
      </AccountContext>
    </AdminContext>
  );
}

function useScreenPreload(isSignedIn: boolean): void {
  const matches = useMatches();
  useEffect(() => {
    if (!isSignedIn) return;
    const loads = matches.flatMap(({ handle }) => (isLazyScreen(handle) ? handle.load : []));
    for (const load of [loadSignedIn, ...loads]) load().catch(() => undefined);
  }, [isSignedIn, matches]);
}

const isLazyScreen = (handle: unknown): handle is { load: () => Promise<unknown> } =>
  typeof handle === 'object' && handle !== null && 'load' in handle;

function Loading() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label="Loading the admin panel" />
      <noscript>The admin panel needs JavaScript. Please switch it on for this site.</noscript>
    </main>
  );
}
