import { useEffect, useState } from 'react';
import {
  answerOtherTabs,
  findUnsavedElsewhere,
  forgetUnsavedElsewhere,
} from '#app/admin/other-tabs.ts';
import { ConfirmDialog } from '#app/ui/dialog.tsx';

type Place = 'here' | 'elsewhere' | 'both';

const questions: Record<Place, string> = {
  here: "Your changes here haven't been saved.",
  elsewhere: 'You have unsaved changes in another tab. Signing out discards them.',
  both: "Your changes here and in another tab haven't been saved.",
};

/** Signs out at once, unless this tab or another one holds unsaved input. */
export function useSignOutQuestion(onSignOut: () => void, hasUnsavedInput: () => boolean) {
  const [place, setPlace] = useState<Place>();

  useEffect(() => answerOtherTabs(hasUnsavedInput), [hasUnsavedInput]);

  async function signOut() {
    const elsewhere = await findUnsavedElsewhere();
    const here = hasUnsavedInput();
    if (here || elsewhere) setPlace(here && elsewhere ? 'both' : here ? 'here' : 'elsewhere');
    else onSignOut();
  }

  const question = (
    <ConfirmDialog
      open={place !== undefined}
      title="Discard your changes?"
      confirmLabel="Discard and sign out"
      cancelLabel={place === 'elsewhere' ? 'Stay signed in' : 'Keep editing'}
      onClose={() => setPlace(undefined)}
      onConfirm={() => {
        forgetUnsavedElsewhere();
        onSignOut();
      }}
    >
      {place && questions[place]}
    </ConfirmDialog>
  );
  return { signOut: () => void signOut(), question };
}
