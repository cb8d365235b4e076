import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useQuoteAction } from './use-quote-action.ts';

/** Resolves to the reason if nothing was changed. */
type Action = {
  label: string;
  run: () => Promise<string | undefined>;
  done: string | (() => string);
};

type FormDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'size' | 'hasUnsavedInput' | 'onClose'
> & {
  submit: Action;
  remove?: Action | undefined;
  onInput?: (form: HTMLFormElement) => void;
  children: ReactNode;
};

export function FormDialog({
  submit,
  remove,
  onInput,
  hasUnsavedInput = false,
  children,
  ...dialog
}: FormDialogProps) {
  const [hasInput, setHasInput] = useState(false);
  const id = useId();
  const { busy, run } = useQuoteAction();
  const start = (action: Action) => run(action.run, action.done, dialog.onClose);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    start(submit);
  }

  return (
    <Dialog
      open
      {...dialog}
      hasUnsavedInput={hasInput || hasUnsavedInput}
      footer={
        <div className="flex flex-wrap gap-3">
          {remove && (
            <Button variant="secondary" disabled={busy} onClick={() => start(remove)}>
              {remove.label}
            </Button>
          )}
          <Button type="submit" form={id} disabled={busy} className="grow">
            {submit.label}
          </Button>
        </div>
      }
    >
      <form
        id={id}
        className="grid gap-4"
        onChange={(event) => {
          setHasInput(true);
          onInput?.(event.currentTarget);
        }}
        onSubmit={handleSubmit}
      >
        {children}
      </form>
    </Dialog>
  );
}
