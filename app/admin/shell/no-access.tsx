import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';

type NoAccessProps = {
  title: string;
  children: ReactNode;
  onSignOut: () => void;
  onTryAgain?: () => void;
};

/** Says why a signed-in person sees nothing here, and what can be done about it. */
export function NoAccess({ title, children, onSignOut, onTryAgain }: NoAccessProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <h1 className="display text-3xl">{title}</h1>
        <p className="mt-3 text-ink-soft [overflow-wrap:anywhere]">{children}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {onTryAgain && <Button onClick={onTryAgain}>Try again</Button>}
          <Button variant="secondary" onClick={onSignOut}>
            Sign Out
          </Button>
        </div>
      </div>
    </main>
  );
}
