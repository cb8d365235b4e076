import { useMutation } from '@tanstack/react-query';
import { everyInboxRow, type InboxFilter, type InboxTable } from '#app/data/inbox.ts';
import { readRows } from '#app/data/inbox-changes.ts';
import type { ExportFile } from '#app/domain/enquiries/enquiry-exports.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { download } from '../download.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

type Exported = { created_at: string };
type WithId<Item> = Item & { id: string };

export type InboxExport<Item extends Exported> = {
  table: InboxTable;
  /** Loads the columns to read and what makes a file of them. */
  load: () => Promise<{
    columns: readonly (keyof Item & string)[];
    createFile: (rows: Item[], now: Date) => ExportFile;
  }>;
};

/** Downloads every row of a filter, or selected rows, newest first. */
export function useExport<Item extends Exported>({ table, load }: InboxExport<Item>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    async mutationFn(rows: InboxFilter | ReadonlySet<string>) {
      const { columns, createFile } = await load();
      const read =
        rows instanceof Set
          ? readRows<WithId<Item>>(client, table, [...rows], columns)
          : everyInboxRow<WithId<Item>>(client, table, rows as InboxFilter, columns);
      download(createFile(await read, new Date()));
    },
    onError(error) {
      logFailure('Could not export', error);
      toasts.failure('The file could not be made. Please try again.');
    },
  });

  return { busy: isPending, exportRows: mutate };
}
