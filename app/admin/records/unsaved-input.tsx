import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { useUnloadWarning } from '../use-unload-warning.ts';

/** Asks before input is lost by going to another page or by closing the tab. */
export function UnsavedInput({ when }: { when: boolean }) {
  // The router holds one question at a time: only who has something to lose may ask.
  return when && <LeaveQuestion />;
}

function LeaveQuestion() {
  // What else changes in the address, such as a search, leaves the input where it is.
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
