import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { endAllSessions } from '#app/data/session.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { FormSection } from '../form-section.tsx';
import { logError } from '../log-error.ts';
import { useAccount, useAdminClient } from '../session.ts';
import { FormError } from '../shell/form-error.tsx';

export function EverywhereSection() {
  const client = useAdminClient();
  const { leave } = useAccount();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: () => endAllSessions(client),
    onSuccess: leave,
    onError(error) {
      logError('Could not end the sessions', error);
      setAsking(false);
    },
  });

  return (
    <FormSection
      title="Lost a phone, or used someone else's computer?"
      intro="Sign out everywhere at once, on this device as well. Nobody goes on without the password."
    >
      <FormError>
        {isError ? 'The devices could not be signed out. Please try again.' : undefined}
      </FormError>
      <Button variant="secondary" className={isError ? 'mt-4' : ''} onClick={() => setAsking(true)}>
        Sign out on all devices
      </Button>
      <ConfirmDialog
        open={asking}
        title="Sign out on all devices?"
        confirmLabel="Sign out"
        busy={isPending || isSuccess}
        onClose={() => setAsking(false)}
        onConfirm={mutate}
      >
        Every phone, tablet and computer that is signed in with this account, this one too, has to
        sign in again.
      </ConfirmDialog>
    </FormSection>
  );
}
