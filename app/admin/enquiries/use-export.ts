import { useMutation } from '@tanstack/react-query';
import { fetchAllInboxRows, type InboxFilter, type InboxTable } from '#app/data/inbox.ts';
import { readRows } from '#app/data/inbox-changes.ts';
import type { ExportFile } from '#app/domain/enquiries/enquiry-exports.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { download } from '../download.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';

type Exported = { created_at: string };
type WithId<Item> = Item & { id: string };

export type InboxExport<Item extends Exported> = {
  table: InboxTable;
  load: () => Promise<{
    columns: readonly (keyof Item & string)[];
    createFile: (rows: Item[], now: Date) => ExportFile;
  }>;
};

export function useExport<Item extends Exported>({ table, load }: InboxExport<Item>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    async mutationFn(rows: InboxFilter | ReadonlySet<string>) {
      const { columns, createFile } = await load();
      const read =
        rows instanceof Set
          ? readRows<WithId<Item>>(client, table, [...rows], columns)
          : fetchAllInboxRows<WithId<Item>>(client, table, rows as InboxFilter, columns);
      download(createFile(await read, new Date()));
    },
    onSuccess: () => toasts.clear('export'),
    onError(error) {
      logError('Could not export', error);
      toasts.error('The file could not be made. Please try again.', { key: 'export' });
    },
  });

  return { busy: isPending, exportRows: mutate };
}
