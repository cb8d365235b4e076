import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#app/ui/dialog.tsx';

export function UnsavedInput({ when }: { when: boolean }) {
  // The router supports one active blocker.
  return when && <LeaveQuestion />;
}

function LeaveQuestion() {
  // A change of the search parameters retains the input.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );

  useUnloadWarning(true);

  return (
    <ConfirmDialog
      open={leaving.state === 'blocked'}
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onClose={() => leaving.reset?.()}
      onConfirm={() => leaving.proceed?.()}
    >
      What you have entered here has not been saved.
    </ConfirmDialog>
  );
}

export function useUnloadWarning(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
}
