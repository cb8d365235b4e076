import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mailStatusKey } from '#app/data/mail-status.ts';
import { useToasts } from '#app/ui/toast.tsx';

/** Resolves to the reason if nothing was changed. */
type Action = () => Promise<string | undefined>;

/** The outcome of an action replaces that of the one before. */
const key = 'quote-action';

export function useQuoteAction() {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationKey: ['quotes'],
    mutationFn: ({ action }: { action: Action; done: string; onDone?: (() => void) | undefined }) =>
      action(),
    onSuccess(problem, { done, onDone }) {
      if (problem) return toasts.error(problem, { key });
      toasts.news(done, { key });
      onDone?.();
    },
    onError: () => toasts.error('That could not be done. Please try again.', { key }),
  });
  return {
    busy: isPending,
    run: (action: Action, done: string, onDone?: () => void) => mutate({ action, done, onDone }),
  };
}

/** Whether e-mails are sent, as the shell has read it; true while that is unknown. */
export function useHasMailServer(): () => boolean {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData(mailStatusKey) !== false;
}
