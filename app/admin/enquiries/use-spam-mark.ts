import type { Client } from '#app/data/supabase-context.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useChange } from '../lists/use-change.ts';
import { useAdminClient } from '../session.ts';

/**
 * Marks a row as spam, or as none, as `useChange` changes it, and tells where it is now.
 * @param what what a row is called at the beginning of a sentence, such as 'The message from Ann'
 */
export function useSpamMark<Row extends { id: string; is_spam: boolean }>(
  update: (client: Client, id: string, change: { is_spam: boolean }) => Promise<Row>,
  what: (row: Row) => string,
  onChanged: (row: Row) => void,
) {
  const client = useAdminClient();
  const toasts = useToasts();
  const change = useChange({ replace: onChanged }, 'The mark');
  return async (row: Row) => {
    const is_spam = !row.is_spam;
    if (await change(() => update(client, row.id, { is_spam }))) {
      toasts.news(`${what(row)} is ${is_spam ? 'moved to Spam' : 'moved back from Spam'}.`);
    }
  };
}
