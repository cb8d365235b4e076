import { focusManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { SignInAgain } from '#app/features/accounts/admin/sign-in-again.tsx';
import { useSignOutQuestion } from '#app/features/accounts/admin/sign-out-question.tsx';
import { localItems } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { isMailConfigured, mailStatusKey } from '#app/lib/mail-status.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { useFocusOnNewScreen } from '#app/ui/use-focus-on-new-screen.ts';
import { isDemonstration, readDemonstration } from '../dashboard/demonstration.ts';
import { createQueryClient } from '../query-client.ts';
import { UnsavedInputProvider, useHasUnsavedInput } from '../records/unsaved-input.tsx';
import { waitForScreens } from '../screens.ts';
import { useAdminClient } from '../session.ts';
import { Sidebar, useWaitingCounts } from './sidebar.tsx';
import { useBusinessName } from './use-business-name.ts';

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

  // Without a session, polling would replace the lists with rows that visitors can read.
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

type ShellProps = { email: string | undefined; onSignOut: () => void; children: ReactNode };

function Shell({ email, onSignOut, children }: ShellProps) {
  const main = useFocusOnNewScreen<HTMLElement>();
  const isLoading = useNavigation().state !== 'idle';
  const { signOut, question } = useSignOutQuestion(onSignOut, useHasUnsavedInput());

  return (
    <div className="min-h-dvh bg-paper text-ink lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:rounded-md focus:bg-sheet focus:px-4 focus:py-3 focus:raised"
      >
        Skip to content
      </a>
      {isLoading && <LoadingBar />}
      <Sidebar
        email={email}
        businessName={useBusinessName()}
        logo={useRootData()?.settings?.logo}
        counts={useWaitingCounts()}
        onSignOut={signOut}
      />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        aria-busy={isLoading}
        className="w-full max-w-7xl px-4 pt-3 pb-6 outline-none sm:px-6 sm:pt-6 lg:px-8 lg:py-8"
      >
        <DemonstrationBanner />
        <MailBanner />
        {children}
      </main>
      {question}
    </div>
  );
}

function LoadingBar() {
  return (
    <div
      role="progressbar"
      aria-label="Loading the screen"
      className="fixed inset-x-0 top-0 z-40 h-1 animate-[appear_150ms_150ms_both] bg-brand"
    />
  );
}

function MailBanner() {
  const client = useAdminClient();
  const { data } = useQuery({
    queryKey: mailStatusKey,
    queryFn: () => isMailConfigured(client),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isShown = useLastKnown('mail-banner', data === undefined ? undefined : !data);
  if (!isShown) return null;
  return (
    <section aria-label="No mail server" className="mb-5 flex gap-3 warning">
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-barn" />
      <p>
        Enquiries and quotes aren't being emailed.{' '}
        <Link to="/admin/email" className="drawn-link">
          Set up email
        </Link>
      </p>
    </section>
  );
}

/** The dashboard has a longer one, with the dialog that this link opens. */
function DemonstrationBanner() {
  const client = useAdminClient();
  const isDashboard = useLocation().pathname === '/admin';
  const { data } = useQuery({
    queryKey: ['demonstration'],
    queryFn: () => readDemonstration(client),
    select: isDemonstration,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isDashboard,
  });
  const isShown = useLastKnown('demonstration-banner', data);
  if (isDashboard || !isShown) return null;
  return (
    <section
      aria-label="Demonstration content"
      className="mb-2 flex flex-wrap gap-x-2 border-barn border-l-4 bg-barn-tint px-3 py-0.5 text-sm sm:mb-5 sm:py-1.5"
    >
      <span>
        Demonstration content<span className="max-sm:hidden"> is shown on this site.</span>
      </span>
      <Link to="/admin?remove=demonstration" className="drawn-link">
        Remove it
      </Link>
    </section>
  );
}

/** Until it is known, what it was the last time: a banner that comes later would move what is about to be touched. */
function useLastKnown(key: string, isShown: boolean | undefined): boolean {
  useEffect(() => {
    if (isShown !== undefined) localItems.setItem(key, String(isShown));
  }, [key, isShown]);
  return isShown ?? localItems.getItem(key) === 'true';
}
