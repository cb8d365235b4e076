import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { invalidateTable } from '#app/admin/query-client.ts';
import { getServerMessage } from '#app/lib/crud.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { Quote, QuoteHistory } from '../quotes.ts';

export type QuoteProps = { quote: Quote };
export type SectionProps = QuoteProps & { history: QuoteHistory };

/** Resolves to the reason if nothing was changed. */
type Action = () => Promise<string | undefined>;
/** A sentence, or one that depends on the outcome and may be a warning. */
type Done = string | (() => string | { warning: string });

/** The outcome of an action replaces that of the one before. */
const key = 'quote-action';

export function useQuoteAction() {
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['quotes'],
    mutationFn: ({ action }: { action: Action; done: Done; onDone?: (() => void) | undefined }) =>
      action(),
    onSuccess(problem, { done, onDone }) {
      if (problem) return toasts.error(problem, { key });
      const told = typeof done === 'string' ? done : done();
      if (typeof told === 'string') toasts.news(told, { key });
      else toasts.error(told.warning, { key });
      onDone?.();
    },
    onError(error) {
      const wasRefused = getServerMessage(error) !== undefined;
      toasts.error(
        wasRefused
          ? "Couldn't save the change. Please try again."
          : "The server didn't respond. Check whether the change was made before you try again.",
        { key },
      );
      void invalidateTable(queryClient, 'quotes');
    },
  });
  return {
    busy: isPending,
    run: (action: Action, done: Done, onDone?: () => void) => mutate({ action, done, onDone }),
  };
}

type FormAction = { label: string; run: Action; done: Done };

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'onClose'> & {
  hasUnsavedInput?: boolean;
  submit: FormAction;
  remove?: FormAction | undefined;
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
  const start = (action: FormAction) => run(action.run, action.done, dialog.onClose);

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
