import { type ReactNode, useDeferredValue, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import type { PreselectedShed, ReferredProject } from '../quote-request-form.ts';
import { QuoteRequestForm } from '../request-form.tsx';
import type { UnsavedInput } from './enquiry-form.tsx';

type QuoteRequestDialogProps = {
  open: boolean;
  shed: PreselectedShed | null;
  project: ReferredProject | null;
  projectType: string | undefined;
  onSent: (message: string) => void;
  onClose: () => void;
};

export function QuoteRequestDialog({
  open,
  shed,
  project,
  projectType,
  onSent,
  onClose,
}: QuoteRequestDialogProps) {
  const [unsaved, setUnsaved] = useState<UnsavedInput>();

  // Called after the visitor has confirmed to discard unsaved input.
  function close() {
    unsaved?.discard();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="lg"
      keepMounted
      title="Request a Quote"
      hasUnsavedInput={unsaved !== undefined}
      unsavedText="Your request hasn't been sent."
    >
      <AfterFrame>
        <QuoteRequestForm
          id="quote-dialog"
          shed={shed}
          project={project}
          projectType={projectType}
          onUnsavedInput={setUnsaved}
          onSent={onSent}
          onDone={onClose}
        />
      </AfterFrame>
    </Dialog>
  );
}

/** A slow phone shows the dialog at once, and renders its many fields in the frames after that. */
function AfterFrame({ children }: { children: ReactNode }) {
  const isFramePainted = useDeferredValue(true, false);
  return isFramePainted ? children : <div aria-hidden="true" className="h-dvh" />;
}
