import { ConfirmDialog } from '#app/ui/dialog.tsx';

type GoneDialogProps = {
  /** What was to be saved, such as 'project'. */
  thing: string;
  busy: boolean;
  onBack: () => void;
  finalFocus: () => HTMLElement | null;
  onSaveAsNew: () => void;
};

/**
 * Tells that a record was deleted while it was edited, and offers to save the input as a new one.
 */
export function GoneDialog({ thing, busy, onBack, finalFocus, onSaveAsNew }: GoneDialogProps) {
  return (
    <ConfirmDialog
      open
      title="Deleted in the meantime"
      confirmLabel={busy ? 'Saving...' : 'Save as new'}
      cancelLabel="Back to editing"
      busy={busy}
      onClose={onBack}
      finalFocus={finalFocus}
      onConfirm={onSaveAsNew}
    >
      While you were editing, the {thing} was deleted. What you have entered is still here, and can
      be saved as a new one.
    </ConfirmDialog>
  );
}
