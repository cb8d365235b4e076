import { useCallback, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Inbox, spamTab } from '#app/data/inbox.ts';
import {
  formatInboxView,
  type InboxView,
  readInboxView,
} from '#app/domain/enquiries/inbox-search-params.ts';
import { useUrlParams } from '../lists/use-url-params.ts';

export function useInboxView<Status extends string>(
  inbox: Pick<Inbox<never, Status, string>, 'statuses' | 'sorts'>,
) {
  const [params, setParams] = useUrlParams();
  const read = useCallback(
    (from: URLSearchParams) =>
      readInboxView(from, {
        statuses: [...inbox.statuses, spamTab],
        sorts: Object.keys(inbox.sorts),
      }),
    [inbox],
  );
  // Opening a dialog changes the URL, but not the view.
  const url = formatInboxView(read(params));
  const view: InboxView = useMemo(() => read(new URLSearchParams(url)), [read, url]);
  return {
    view,
    getQueryString: (change: Partial<InboxView>) =>
      formatInboxView({ ...view, page: 1, ...change }),
    changeView: (change: Partial<InboxView>) =>
      setParams(
        (current) => new URLSearchParams(formatInboxView({ ...read(current), page: 1, ...change })),
        { replace: false },
      ),
  };
}

/** Replaces a page behind the last one in the URL. */
export function useClampedPage(view: InboxView, page: number | undefined): void {
  const [, setParams] = useUrlParams();
  const { search } = useLocation();

  useEffect(() => {
    if (page === undefined || page === view.page) return;
    // The URL has changed meanwhile.
    if (window.location.search !== search) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(formatInboxView({ ...view, page }));
        const open = current.get('open');
        if (open) next.set('open', open);
        return next;
      },
      { replace: true, deferred: true },
    );
  }, [view, page, search, setParams]);
}
