import type { ReactNode } from 'react';
import { useFocusOnNewScreen } from '#app/ui/use-focus-on-new-screen.ts';
import { MailBanner } from './mail-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { useBusinessName } from './use-business-name.ts';
import { useWaitingCounts } from './use-waiting-counts.ts';

type ShellProps = { email: string | undefined; onSignOut: () => void; children: ReactNode };

export function Shell({ email, onSignOut, children }: ShellProps) {
  const main = useFocusOnNewScreen<HTMLElement>();

  return (
    <div className="min-h-dvh bg-paper text-ink lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:rounded-md focus:bg-sheet focus:px-4 focus:py-3 focus:raised"
      >
        Skip to content
      </a>
      <Sidebar
        email={email}
        businessName={useBusinessName()}
        counts={useWaitingCounts()}
        onSignOut={onSignOut}
      />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="w-full max-w-7xl px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
      >
        <MailBanner />
        {children}
      </main>
    </div>
  );
}
