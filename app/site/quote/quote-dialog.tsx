import { useState } from 'react';
import type { PreselectedShed } from '#app/domain/enquiries/quote-request.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { QuoteForm, type UnsavedInput } from './quote-form.tsx';

type QuoteDialogProps = {
  open: boolean;
  shed: PreselectedShed | null;
  onSent: (message: string) => void;
  onClose: () => void;
};

/** The quote form over the page. */
export function QuoteDialog({ open, shed, onSent, onClose }: QuoteDialogProps) {
  const [unsaved, setUnsaved] = useState<UnsavedInput>();

  // The dialog has asked where there is something to lose, and the answer was Discard.
  function close() {
    unsaved?.discard();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="lg"
      title="Request a Quote"
      hasUnsavedInput={unsaved !== undefined}
      unsavedText="What you have written has not been sent."
    >
      <QuoteForm
        id="quote-dialog"
        shed={shed}
        onUnsavedInput={setUnsaved}
        onSent={onSent}
        onDone={onClose}
      />
    </Dialog>
  );
}
