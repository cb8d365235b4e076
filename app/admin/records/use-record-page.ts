import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { parsePageNumber } from '#app/lib/paginate.ts';
import {
  type RecordList,
  type RecordPage,
  type RecordQuery,
  type RecordTable,
  readRecordPage,
  readTableState,
} from '#app/lib/record-page.ts';
import { invalidateTable, pollIntervalMs } from '../query-client.ts';
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
