import {
  keepPreviousData,
  type Mutation,
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  Fragment,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from 'react-router';
import type { Client } from '#app/lib/client.ts';
import { isUnanswered, RowChanged, RowNotFound, readRow, type Table } from '#app/lib/crud.ts';
import { parsePageNumber } from '#app/lib/paginate.ts';
import {
  type RecordList,
  type RecordPage,
  type RecordQuery,
  type RecordTable,
  readRecordPage,
  readTableState,
} from '#app/lib/record-page.ts';
import { capitalize } from '#app/lib/text.ts';
import { isUuid } from '#app/lib/validators.ts';
import { Button } from '#app/ui/button.tsx';
import { AlertDialog, Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useReturnFocus } from '../lists/return-focus.ts';
import { useDialogParam } from '../lists/use-url-params.ts';
import { formQueryOptions, invalidateTable, pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

export type RecordTab = { label: string; flagged: boolean | undefined; empty: string };

export type ShownPage<Row> = RecordPage<Row> & { query: RecordQuery };

export function useRecordPage<Row>(list: RecordList & { tabs?: readonly RecordTab[] }) {
  const client = useAdminClient();
  useTableChanges(list.table);
  const [params] = useSearchParams();
  const tab = list.tabs?.find(({ label }) => label.toLowerCase() === params.get('tab'));
  const query: RecordQuery = {
    search: params.get('q') ?? '',
    flagged: tab?.flagged,
    page: parsePageNumber(params.get('page')),
  };
  return useQuery({
    queryKey: [list.table, 'page', query],
    async queryFn(): Promise<ShownPage<Row>> {
      const page = await readRecordPage(client, list, query);
      return { ...page, rows: page.rows as unknown as Row[], query };
    },
    placeholderData: keepPreviousData,
  });
}

function useTableChanges(table: RecordTable): void {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const { data: state } = useQuery({
    queryKey: ['table_state', table],
    queryFn: () => readTableState(client, table),
    refetchInterval: pollIntervalMs,
    gcTime: 0,
  });
  const known = useRef(state);

  useEffect(() => {
    if (state === undefined || state === known.current) return;
    const isFirst = known.current === undefined;
    known.current = state;
    if (!isFirst) void invalidateTable(queryClient, table);
  }, [state, queryClient, table]);
}

export type EditingDialog<Row> = {
  row?: Row | undefined;
  onClose: () => void;
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

export function useEditing<Row extends { id: string }>(table: Table, entity: string) {
  const queryClient = useQueryClient();
  const { id, row, open, close, finalFocus, states } = useOpenRow<Row>({ table, entity });
  const dialog: EditingDialog<Row> = {
    row,
    onClose: close,
    onSaved() {
      close();
      void invalidateTable(queryClient, table);
    },
    finalFocus,
  };

  return {
    openNew: () => open('new'),
    openRow: ({ id }: { id: string }) => open(id),
    render: (render: (dialog: EditingDialog<Row>) => ReactNode) => (
      <>
        {(row || id === 'new') && (
          <Fragment key={id}>
            <Suspense>{render(dialog)}</Suspense>
          </Fragment>
        )}
        {states}
      </>
    ),
  };
}

type OpenRowOptions = {
  table: Table;
  entity: string;
  param?: string;
  /** Refetches while it is open. Leave it off for forms, which need the row as it was opened. */
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
          We couldn't find this {entity}. It may have been deleted.
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
          <p className="mb-4">Couldn't load the {entity}. Please try again.</p>
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

/** Looks for a row in the cached lists of its table. Other queries of the table may hold fewer columns. */
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

/**
 * A name for what changes, such as 'the shed', or the texts for a failed change, for one whose response was lost, and for a
 * row that someone else has changed.
 */
type ChangeSubject = string | { failed: string; check: string; changed?: string };

type RowMutationOptions<Row, Change> = {
  table: string;
  subject: ChangeSubject | ((change: Change) => ChangeSubject);
  mutate: (client: Client, change: Change) => Promise<Row>;
  /** The toast that confirms the change. It replaces an earlier toast about the same switch. */
  describe: (row: Row, change: Change) => string;
  /** Names the switch, for rows that have several. */
  aspect?: (change: Change) => string;
  onSuccess?: (row: Row, change: Change) => void;
};

/** Says why a switch was not set. If its response was lost, the list shows whether it was. */
export function explainRefusedChange(error: unknown, subject: ChangeSubject): string {
  const { failed, check, changed }: Exclude<ChangeSubject, string> =
    typeof subject === 'string'
      ? { failed: `Couldn't change ${subject}.`, check: `Check whether ${subject} has changed` }
      : subject;
  if (isUnanswered(error)) return `The server didn't respond. ${check} before you try again.`;
  if (error instanceof RowChanged) return `${failed} ${changed ?? error.message}`;
  return `${failed} ${error instanceof RowNotFound ? error.message : 'Please try again.'}`;
}

export function useRowMutation<Row, Change extends { id: string }>(
  options: RowMutationOptions<Row, Change>,
) {
  const { table, subject, mutate, describe, aspect, onSuccess } = options;
  const client = useAdminClient();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const mutationKey = [table, 'row'];
  const getKey = (change: Change) => `${table} ${change.id} ${aspect?.(change) ?? 'status'}`;
  const { mutate: start } = useMutation({
    mutationKey,
    mutationFn: (change: Change) => mutate(client, change),
    onSuccess(row, change) {
      onSuccess?.(row, change);
      const message = describe(row, change);
      if (message) toasts.news(message, { key: getKey(change) });
      else toasts.clear(getKey(change));
    },
    onError(error, change) {
      const refused = typeof subject === 'function' ? subject(change) : subject;
      toasts.error(explainRefusedChange(error, refused), { key: getKey(change) });
      if (isUnanswered(error) || error instanceof RowChanged) {
        void invalidateTable(queryClient, table);
      }
    },
  });
  const pendingIds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Change).id,
  });

  return {
    isBusy: useCallback((id: string) => pendingIds.includes(id), [pendingIds]),
    change(values: Change) {
      const isSameRow = ({ state }: Mutation) => (state.variables as Change).id === values.id;
      const running = { mutationKey, status: 'pending', predicate: isSameRow } as const;
      if (queryClient.isMutating(running) === 0) start(values);
    },
  };
}
