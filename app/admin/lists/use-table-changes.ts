import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type RecordTable, readTableState } from '#app/data/record-page.ts';
import { invalidateTable, pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

/** Polls whether others have changed a table, and then reads its lists again. */
export function useTableChanges(table: RecordTable): void {
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
