import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, readAgain } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { createRecordRestorer, putBackRecord } from '#app/features/privacy/deleted-records.ts';
import { getCheckMessage, isUnanswered } from '#app/lib/crud.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { useToasts } from '#app/ui/toast.tsx';

type Target = { id: string; table_name: string; record_name: string };

/** What takes the place of a deleted record, by its table. */
const conflicts: Record<string, string> = {
  blog_posts: 'another record has the same web address. Change that one first.',
  redirects: 'another redirect has the same old address. Change that one first.',
  list_entries: 'the list has an entry with this name again. Rename or delete that one first.',
  price_lists: 'there is a newer draft. Publish or discard that one first.',
};

/** Restores records that were deleted in the last 30 days. */
export function usePutBack() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [restoreOnce] = useState(createRecordRestorer);

  async function restore({ id, table_name, record_name }: Target): Promise<boolean> {
    const options = { key: `restore ${id}` };
    try {
      const status = await restoreOnce(id, () => putBackRecord(client, id));
      if (status === 'put_back') return true;
      toasts.error(
        status === 'conflict'
          ? `Couldn't restore ${record_name || 'the record'}: ${conflicts[table_name] ?? conflicts.blog_posts}`
          : 'This record is no longer here. Someone else may have restored it.',
        options,
      );
    } catch (error) {
      logError('Record restore failed', error);
      // Such as a redirect that would lead to another one by now.
      const reason = getCheckMessage(error);
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : `Couldn't restore ${record_name || 'the record'}${reason ? `: ${reason}` : '. Please try again.'}`,
        options,
      );
    }
    return false;
  }

  const { mutate, isPending } = useMutation({
    async mutationFn(targets: Target[]) {
      const restored: Target[] = [];
      // One after the other: a record may need the one before it, and a hundred at once are too many.
      for (const target of targets) if (await restore(target)) restored.push(target);
      return restored;
    },
    async onSuccess([first, ...others], targets) {
      const tables = new Set(targets.map(({ table_name }) => table_name));
      await Promise.all([
        ...[...tables].map((table) => invalidateTable(queryClient, table)),
        readAgain(queryClient, ['deleted_records']),
        readAgain(queryClient, ['audit_entries']),
      ]);
      if (!first) return;
      toasts.news(
        others.length > 0
          ? `${pluralize(others.length + 1, 'record')} were restored.`
          : `${first.record_name || 'The record'} was restored.`,
        { key: 'restore' },
      );
    },
  });
  return {
    putBack: (...targets: Target[]) => isPending || mutate(targets),
    isPending,
  };
}
