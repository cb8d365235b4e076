import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { type EnquiryRow, fetchAllInboxRows, type Inbox } from '#app/data/inbox.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';
import type { InboxLabels } from './inbox-labels.ts';
import { useBulk } from './use-bulk.tsx';
import { useInbox } from './use-inbox.ts';
import { useClampedPage, useInboxView } from './use-inbox-view.ts';
import { useNewEnquiries } from './use-new-enquiries.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useSelection } from './use-selection.ts';

/** @param onRemoved called with the ids of rows that were deleted together */
export function useInboxScreen<Row extends EnquiryRow, Status extends string, Sort extends string>(
  inbox: Inbox<Row, Status, Sort>,
  labels: InboxLabels<Status>,
  onRemoved: (ids: readonly string[]) => void,
) {
  const client = useAdminClient();
  const toasts = useToasts();
  const url = useInboxView(inbox);
  const { view } = url;
  const newCount = useNewEnquiries(inbox.table);
  const [seen, setSeen] = useState({ view, newCount });
  // Opening another view dismisses the notice.
  if (seen.view !== view) setSeen({ view, newCount });

  const table = useRef<HTMLDivElement>(null);
  const anchor = useScrollAnchor(table);
  const list = useInbox({ inbox, view, newCount, beforeRefresh: anchor.hold });
  const { data: page, dataUpdatedAt, isPlaceholderData } = list.query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows have been read.
  useLayoutEffect(anchor.restore, [dataUpdatedAt]);
  useClampedPage(view, isPlaceholderData ? undefined : page?.page);

  const selection = useSelection(`${view.status} ${view.search}`);
  const bulk = useBulk({ table: inbox.table, labels, selection, onRemoved });
  const selectAll = useMutation({
    mutationFn: () =>
      fetchAllInboxRows<EnquiryRow>(
        client,
        inbox.table,
        { status: view.status, search: view.search },
        [],
      ),
    onSuccess(found) {
      toasts.clear('select all');
      selection.set(
        found.map(({ id }) => id),
        true,
      );
    },
    onError(error) {
      logError('Could not select all', error);
      toasts.error(`Not all ${labels.entityPlural} could be selected. Please try again.`, {
        key: 'select all',
      });
    },
  });

  return {
    labels,
    url,
    query: list.query,
    replaceRow: list.replaceRow,
    page,
    selection,
    selectAll,
    bulk,
    table,
    newEnquiries: {
      count: Math.max(0, newCount - seen.newCount),
      dismiss: () => setSeen({ view, newCount }),
      areShown: list.showsNewest,
    },
  };
}

export type InboxScreenState<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
> = ReturnType<typeof useInboxScreen<Row, Status, Sort>>;
