import { useState } from 'react';
import { endAllSessions } from '#app/data/session.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { FormSection } from '../form-section.tsx';
import { logFailure } from '../log.ts';
import { useAccount, useAdminClient } from '../session.ts';
import { Refusal } from '../shell/refusal.tsx';

/** Ends every session of the account, after a question. */
export function EverywhereSection() {
  const client = useAdminClient();
  const { leave } = useAccount();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function signOutEverywhere() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await endAllSessions(client);
      leave();
    } catch (error) {
      logFailure('Could not end the sessions', error);
      setRefusal('The devices could not be signed out. Please try again.');
      setAsking(false);
      setBusy(false);
    }
  }

  return (
    <FormSection
      title="Lost a phone, or used someone else's computer?"
      intro="Sign out everywhere at once, on this device as well. Nobody goes on without the password."
    >
      <Refusal>{refusal}</Refusal>
      <Button variant="secondary" className={refusal ? 'mt-4' : ''} onClick={() => setAsking(true)}>
        Sign out on all devices
      </Button>
      <ConfirmDialog
        open={asking}
        title="Sign out on all devices?"
        confirmLabel="Sign out"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={signOutEverywhere}
      >
        Every phone, tablet and computer that is signed in with this account, this one too, has to
        sign in again.
      </ConfirmDialog>
    </FormSection>
  );
}
