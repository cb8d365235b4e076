import { useQuery } from '@tanstack/react-query';
import { listEntries, listEntriesKey, toOwnLists } from '#app/features/business/own-lists.ts';
import type { OwnLists } from '#app/lib/options.ts';
import { useAdminClient } from '../session.ts';

/** The owner's entries in lists of options; none while they load. */
export function useOwnLists(): OwnLists {
  const client = useAdminClient();
  const { data } = useQuery({
    queryKey: listEntriesKey,
    queryFn: () => listEntries(client),
    select: toOwnLists,
  });
  return data ?? {};
}
