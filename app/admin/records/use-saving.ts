import { useState } from 'react';
import { RowNotFound } from '#app/data/errors.ts';
import { logFailure } from '../log.ts';

/**
 * Saves a record, once at a time. A failure is logged and stands in `failure` for the dialog,
 * which stays open.
 * @param thing what is saved, such as 'project'
 */
export function useSaving(thing: string) {
  const [failure, setFailure] = useState<string>();

  return {
    failure,
    /** Resolves to whether it worked; `told` may take an error that a field tells. */
    async run(save: () => Promise<unknown>, told?: (error: unknown) => boolean): Promise<boolean> {
      setFailure(undefined);
      try {
        await save();
        return true;
      } catch (error) {
        logFailure(`Could not save the ${thing}`, error);
        if (!told?.(error)) {
          const reason = error instanceof RowNotFound ? error.message : 'Please try again.';
          setFailure(`The ${thing} could not be saved. ${reason}`);
        }
        return false;
      }
    },
  };
}
