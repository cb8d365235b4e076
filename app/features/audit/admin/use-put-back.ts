import { useMutation, useQueryClient } from '@tanstack/react-query';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, readAgain } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { putBackRecord } from '#app/features/privacy/deleted-records.ts';
import { useToasts } from '#app/ui/toast.tsx';

type Target = { id: string; table_name: string; record_name: string };

/** Restores a record that was deleted in the last 30 days. */
export function usePutBack() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Target) => putBackRecord(client, id),
    async onSuccess(status, { id, table_name, record_name }) {
      await Promise.all([
        invalidateTable(queryClient, table_name),
        readAgain(queryClient, ['deleted_records']),
        readAgain(queryClient, ['audit_entries']),
      ]);
      const key = `restore ${id}`;
      if (status === 'put_back')
        return toasts.news(`${record_name || 'The record'} was restored.`, { key });
      toasts.error(
        status === 'conflict'
          ? `Couldn't restore ${record_name || 'the record'}: another record has the same web address. Change that one first.`
          : 'This record is no longer here. Someone else may have restored it.',
        { key },
      );
    },
    onError(error) {
      logError('Record restore failed', error);
      toasts.error("Couldn't restore the record. Please try again.", { key: 'restore' });
    },
  });
  return { putBack: (target: Target) => isPending || mutate(target), isPending };
}
