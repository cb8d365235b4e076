import { type QueryClient, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readRow, type Table } from '#app/lib/crud.ts';
import { capitalize } from '#app/lib/text.ts';
import { isUuid } from '#app/lib/validators.ts';
import { Button } from '#app/ui/button.tsx';
import { AlertDialog, Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { formQueryOptions, pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { useReturnFocus } from './return-focus.ts';
import { useDialogParam } from './use-url-params.ts';

type OpenRowOptions = {
  table: Table;
  entity: string;
  param?: string;
  /** Shows the changes of others; a form needs the row as it was opened. */
  live?: boolean;
};

export type OpenRow<Row extends { id: string }> = ReturnType<typeof useOpenRow<Row>>;

export function useOpenRow<Row extends { id: string }>(options: OpenRowOptions) {
  const { table, entity, param = 'open', live = false } = options;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const { value: id, isOpening, isClosing, open, close } = useDialogParam(param);
  const { remember, finalFocus } = useReturnFocus();
  const isRow = isUuid(id);
  const queryKey = live ? [table, 'row', id] : ['opened', table, id];
  const { data, isError, refetch } = useQuery<Row | null>({
    queryKey,
    queryFn: async () => (await readRow(client, table, id)) as unknown as Row | null,
    enabled: isRow,
    initialData: () => findCachedRow<Row>(queryClient, table, id),
    ...formQueryOptions,
    ...(live ? { staleTime: 1000, refetchInterval: pollIntervalMs } : {}),
  });
  // A row that is being deleted is shown until the dialog closes.
  const isWriting = useIsMutating({ mutationKey: [table] }) > 0;
  const [last, setLast] = useState<Row>();
  if (data && data !== last) setLast(data);
  const retained = (isWriting || isClosing) && last?.id === id ? last : undefined;
  const row = isRow ? (data ?? retained) : undefined;
  const isMissing = id !== '' && id !== 'new' && (!isRow || data === null) && !row && !isClosing;

  return {
    id,
    row,
    isOpening,
    open(next: string) {
      remember();
      open(next);
    },
    close,
    update: (changed: Row) =>
      queryClient.setQueryData<Row | null>([table, 'row', changed.id], (now) => now && changed),
    closeIf(removed: string) {
      if (removed === id) close();
    },
    finalFocus,
    states: (
      <>
        {isRow && data === undefined && (
          <UnreadRow entity={entity} isError={isError} onTryAgain={refetch} onClose={close} />
        )}
        <AlertDialog open={isMissing} onClose={close} finalFocus={finalFocus}>
          This {entity} could not be found. It may have been deleted.
        </AlertDialog>
      </>
    ) as ReactNode,
  };
}

type UnreadRowProps = {
  entity: string;
  isError: boolean;
  onTryAgain: () => void;
  onClose: () => void;
};

function UnreadRow({ entity, isError, onTryAgain, onClose }: UnreadRowProps) {
  return (
    <Dialog open inUrl size="lg" title={capitalize(entity)} onClose={onClose}>
      {isError ? (
        <div role="alert" className="py-10 text-center">
          <p className="mb-4">The {entity} could not be loaded. Please try again in a moment.</p>
          <Button onClick={() => onTryAgain()}>Try again</Button>
        </div>
      ) : (
        <div className="grid min-h-60 place-items-center">
          <Spinner label={`Loading the ${entity}`} />
        </div>
      )}
    </Dialog>
  );
}

type Rows = { id: string }[];

/** Finds a row among those of the table's lists. Other queries of the table may hold some of the columns only. */
function findCachedRow<Row extends { id: string }>(
  queryClient: QueryClient,
  table: string,
  id: string,
): Row | undefined {
  const lists = queryClient.getQueriesData<Rows | { rows?: Rows }>({
    queryKey: [table],
    predicate: ({ queryKey }) => queryKey.length === 1 || queryKey[1] === 'page',
  });
  const rows = lists.flatMap(([, data]) => (Array.isArray(data) ? data : (data?.rows ?? [])));
  return rows.find((row) => row.id === id) as Row | undefined;
}
