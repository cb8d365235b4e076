import { RowNotFound } from '#app/data/errors.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logFailure } from '../log.ts';
import type { RowChanges } from './use-rows.ts';

/**
 * Changes a row on the server, then in the list. Where that fails the list stays as it is, and the
 * person is told. Resolves to whether it worked.
 * @param what what is changed, as a sentence begins with it, such as 'The project'
 */
export function useChange<Row extends { id: string }>(
  list: Pick<RowChanges<Row>, 'replace'>,
  what: string,
) {
  const toasts = useToasts();

  return async (change: () => Promise<Row>): Promise<boolean> => {
    try {
      list.replace(await change());
      return true;
    } catch (error) {
      logFailure('Could not change', error);
      const reason = error instanceof RowNotFound ? error.message : 'Please try again.';
      toasts.failure(`${what} could not be changed. ${reason}`);
      return false;
    }
  };
}
