import { useCallback, useMemo } from 'react';
import { type Inbox, spamTab } from '#app/data/inbox.ts';
import {
  type InboxView,
  inboxAddress,
  readInboxView,
} from '#app/domain/enquiries/inbox-search-params.ts';
import { useAddress } from '../lists/use-address.ts';

type AnyInbox<Status extends string, Sort extends string> = Pick<
  Inbox<never, Status, Sort>,
  'statuses' | 'sorts'
>;

/** What of an inbox the address asks for, and how to ask for something else. */
type ViewInAddress = {
  view: InboxView;
  /** The address of a change to what is in sight; anything but a page begins at the first. */
  addressOf: (change: Partial<InboxView>) => string;
  /** Goes there; `replace` and `late` as `useAddress` takes them. */
  go: (change: Partial<InboxView>, options?: { replace?: boolean; late?: boolean }) => void;
  /** Says the page that is there instead of one behind the last, unless something else is asked for by now. */
  correctPage: (page: number) => void;
};

/** Reads an inbox's tab, search, order and page from the address. */
export function useInboxView<Status extends string, Sort extends string>(
  inbox: AnyInbox<Status, Sort>,
): ViewInAddress {
  const [parameters, changeAddress] = useAddress();
  const read = useCallback(
    (of: URLSearchParams) =>
      readInboxView(of, {
        statuses: [...inbox.statuses, spamTab],
        sorts: Object.keys(inbox.sorts),
      }),
    [inbox],
  );
  const view: InboxView = useMemo(() => read(parameters), [read, parameters]);
  const addressOf = useCallback(
    (change: Partial<InboxView>) => inboxAddress({ ...view, page: 1, ...change }),
    [view],
  );
  const go = useCallback(
    (change: Partial<InboxView>, options: { replace?: boolean; late?: boolean } = {}) =>
      changeAddress((now) => inboxAddress({ ...read(now), page: 1, ...change }), {
        replace: false,
        ...options,
      }),
    [changeAddress, read],
  );
  const correctPage = useCallback(
    (page: number) =>
      changeAddress(
        (now) => {
          const unchanged = inboxAddress(read(now)) === inboxAddress(view);
          return unchanged ? inboxAddress({ ...view, page }) : undefined;
        },
        { replace: true, late: true },
      ),
    [changeAddress, read, view],
  );
  return { view, addressOf, go, correctPage };
}
