import { useCallback, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Inbox, spamTab } from '#app/data/inbox.ts';
import {
  type InboxView,
  inboxAddress,
  readInboxView,
} from '#app/domain/enquiries/inbox-search-params.ts';
import { useUrlParams } from '../lists/use-url-params.ts';

/** The tab, search, order and page of an inbox that the URL names, and how to change them. */
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
  const view: InboxView = useMemo(() => read(params), [read, params]);
  return {
    view,
    /** The query string of a change to the view; any change but of the page returns to page 1. */
    getQueryString: (change: Partial<InboxView>) => inboxAddress({ ...view, page: 1, ...change }),
    changeView: (change: Partial<InboxView>) =>
      setParams(
        (current) => new URLSearchParams(inboxAddress({ ...read(current), page: 1, ...change })),
        { replace: false },
      ),
  };
}

/** Replaces the page in the URL by the one that exists, if it named one behind the last. */
export function useClampedPage(view: InboxView, page: number | undefined): void {
  const [, setParams] = useUrlParams();
  const { search } = useLocation();

  useEffect(() => {
    if (page === undefined || page === view.page) return;
    // Something else has been requested meanwhile.
    if (window.location.search !== search) return;
    setParams(() => new URLSearchParams(inboxAddress({ ...view, page })), {
      replace: true,
      deferred: true,
    });
  }, [view, page, search, setParams]);
}
