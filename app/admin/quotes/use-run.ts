import { useState } from 'react';
import { useToasts } from '#app/ui/toast.tsx';
import { logError } from '../log-error.ts';

/** Runs an action and reports why it did nothing. */
export function useRun(onChanged: () => void) {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  async function run(
    action: () => Promise<string | undefined>,
    done: string,
    onDone?: () => void,
  ): Promise<void> {
    setBusy(true);
    try {
      const problem = await action();
      if (problem) toasts.error(problem);
      else {
        toasts.news(done);
        onDone?.();
        onChanged();
      }
    } catch (error) {
      logError('Could not change a quote', error);
      toasts.error('That could not be done. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
