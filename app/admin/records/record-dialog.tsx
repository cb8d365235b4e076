import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { UnsavedInput } from './unsaved-input.tsx';

type RecordDialogProps = {
  title: string;
  submitLabel: string;
  size?: 'md' | 'lg' | 'xl';
  saving: boolean;
  uploading: boolean;
  /** Whether something would be lost on closing. */
  hasUnsavedInput: boolean;
  /** Why the last save failed. */
  failure: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  children: ReactNode;
};

/**
 * The dialog that a record is made or changed in. It asks before unsaved input is lost by closing
 * it, by going to another page or by closing the tab.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { title, submitLabel, size = 'lg', saving, uploading, hasUnsavedInput, failure } = props;
  const id = useId();
  const label = uploading ? 'Uploading...' : saving ? 'Saving...' : submitLabel;

  return (
    <Dialog
      open
      size={size}
      title={title}
      hasUnsavedInput={hasUnsavedInput}
      onClose={props.onClose}
      finalFocus={props.finalFocus}
      footer={
        <>
          <p role="alert" className="font-medium text-barn empty:hidden">
            {failure}
          </p>
          <div className={`flex flex-wrap justify-end gap-3 ${failure ? 'mt-2' : ''}`}>
            <DialogClose>Cancel</DialogClose>
            <Button type="submit" form={id} disabled={saving || uploading}>
              {label}
            </Button>
          </div>
        </>
      }
    >
      <form id={id} noValidate onSubmit={props.onSubmit}>
        {props.children}
      </form>
      <UnsavedInput when={hasUnsavedInput && !saving} />
    </Dialog>
  );
}
