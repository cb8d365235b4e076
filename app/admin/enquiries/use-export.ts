import { useState } from 'react';
import { everyInboxRow, type InboxFilter, type InboxTable } from '#app/data/inbox.ts';
import { readRows } from '#app/data/inbox-changes.ts';
import type { ExportFile } from '#app/domain/enquiries/enquiry-exports.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { download } from '../download.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

type Exported = { created_at: string };
type WithId<Item> = Item & { id: string };

/** How an inbox becomes a file. */
export type InboxExport<Item extends Exported> = {
  table: InboxTable;
  /** What is read for it. */
  columns: readonly (keyof Item & string)[];
  file: (rows: Item[], now: Date) => ExportFile;
};

/** Gives the person a file with every row of a filter, or with chosen rows, newest first. */
export function useExport<Item extends Exported>({ table, columns, file }: InboxExport<Item>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);

  async function exportRows(read: () => Promise<Item[]>) {
    if (busy) return;
    setBusy(true);
    try {
      download(file(await read(), new Date()));
    } catch (error) {
      logFailure('Could not export', error);
      toasts.failure('The file could not be made. Please try again.');
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    every: (filter: InboxFilter) =>
      exportRows(() => everyInboxRow<WithId<Item>>(client, table, filter, columns)),
    chosen: (ids: ReadonlySet<string>) =>
      exportRows(() => readRows<WithId<Item>>(client, table, [...ids], columns)),
  };
}
