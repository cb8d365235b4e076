import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { MfaScreen, NoAccess, SignInScreen } from '#app/features/accounts/admin/sign-in-screen.tsx';
import { useSupabaseConnection } from '#app/lib/root-data.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { adminDirective, adminMeta, useAdminRobots } from './robots.ts';
import { findScreen, lazyScreen } from './screens.ts';
import { AccountContext, AdminContext, useSession } from './session.ts';
import './admin.css';

const loadSignedIn = () => import('./shell/shell.tsx');
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
      <NoAccess title="Couldn't load the admin panel" onSignOut={leave} onTryAgain={checkAgain}>
        You are signed in as {session.user.email}, but the server didn't respond properly.
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
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isSignedIn) return;
    for (const load of [loadSignedIn, findScreen(pathname)?.load]) load?.().catch(() => undefined);
  }, [isSignedIn, pathname]);
}

function Loading() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label="Loading the admin panel" />
      <noscript>The admin panel needs JavaScript. Please turn it on for this site.</noscript>
    </main>
  );
}
