import { useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  type BlockerFunction,
  createPath,
  type DataRouter,
  type DataStrategyResult,
  isRouteErrorResponse,
  type Location,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
  UNSAFE_DataRouterContext,
  useBlocker,
  useLocation,
} from 'react-router';

/** Why a page was not loaded: no network, or no page from the site. */
type Failure = 'offline' | 'unanswered';

const messages: Record<Failure, string> = {
  offline: "You are offline. Please try again once you're connected.",
  unanswered: "Our website didn't answer. Please try again in a moment.",
};

type Shown = { router: DataRouter; index: number | undefined; report: () => void };

let shown: Shown | undefined;

const readIndex = () => (window.history.state as { idx?: number } | null)?.idx;

/** Keeps the page that is shown if the data of the next one cannot be loaded: an error page would replace it. */
export const keepPageOnFailure: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  if (shown && Object.values(results).some(isUnanswered)) await stay(shown, request);
  return results;
};

/** Not for a response of a loader, such as a 404, which has a page. */
function isUnanswered({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error' || result instanceof Response) return false;
  return !isRouteErrorResponse(result) || result.status >= 500;
}

/** Ends a navigation, and resolves when it has ended. Its history entry is left if it has one already. */
async function stay({ router, index, report }: Shown, { url, signal }: Request): Promise<void> {
  const { navigation, location, errors } = router.state;
  const isRequested = navigation.location && new URL(createPath(navigation.location), url).href;
  // A fetcher has no navigation, and an error page no data to go on with.
  if (signal.aborted || errors || isRequested !== new URL(url).href) return;
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  const delta = (index ?? 0) - (readIndex() ?? 0);
  const isBack = navigation.historyAction === 'POP' && navigation.location.key !== location.key;
  if (isBack && delta !== 0) {
    const returned = new Promise((resolve) =>
      addEventListener('popstate', resolve, { once: true }),
    );
    window.history.go(delta);
    // Until then a link would still lead away from the other entry.
    await returned;
    report();
  } else {
    report();
    void router.navigate(createPath(location), {
      replace: true,
      state: location.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  }
  await ended;
}

/** The search parameters whose record is shown in a dialog over the page. */
const recordParams = ['project', 'shed'] as const;

export type RecordParam = (typeof recordParams)[number];

/** Whether a navigation only opens or closes a record. Then nothing has to be loaded. */
export function isRecordChange({
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl'>): boolean {
  return (
    currentUrl.search !== nextUrl.search && withoutRecord(currentUrl) === withoutRecord(nextUrl)
  );
}

function withoutRecord({ pathname, searchParams }: URL): string {
  const params = new URLSearchParams(searchParams);
  for (const name of recordParams) params.delete(name);
  return `${pathname}?${params}`;
}

/** Opening a record, a part of the page or another design needs no server. */
function needsServer(from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname) return true;
  if (from.search === to.search || from.pathname === '/design') return false;
  const [currentUrl, nextUrl] = [from, to].map((location) => new URL(createPath(location), origin));
  return !currentUrl || !nextUrl || !isRecordChange({ currentUrl, nextUrl });
}

const isFutile: BlockerFunction = ({ currentLocation, nextLocation }) =>
  !navigator.onLine && needsServer(currentLocation, nextLocation);

/** Some browsers report that they are offline on unfamiliar networks. */
const isReachable = () =>
  fetch('/favicon.ico', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Says that a page was not loaded, and does not begin to without a network: its scripts would fail. */
export function UnloadedPageMessage() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { key, pathname, search } = useLocation();
  const [failure, setFailure] = useState<{ failure: Failure; count: number }>();
  const [dialog, setDialog] = useState<Element | null>(null);
  const url = pathname + search;
  const failedAt = useRef(url);
  const blocker = useBlocker(isFutile);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry has its index
  useEffect(() => {
    const report = () => {
      failedAt.current = url;
      setDialog(document.querySelector('[role=dialog]:not([data-closed])'));
      setFailure((former) => ({
        failure: navigator.onLine ? 'unanswered' : 'offline',
        count: (former?.count ?? 0) + 1,
      }));
    };
    if (!router) return;
    shown = { router, index: readIndex(), report };
    if (failedAt.current !== url) setFailure(undefined);
    return () => {
      shown = undefined;
    };
  }, [router, url, key]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void isReachable().then((isReached) => {
      if (isReached) return blocker.proceed();
      blocker.reset();
      shown?.report();
    });
  }, [blocker]);

  useEffect(() => {
    const clear = () => setFailure(undefined);
    addEventListener('online', clear);
    return () => removeEventListener('online', clear);
  }, []);

  const message = (
    <div aria-live="polite">
      {failure && (
        <p
          key={failure.count}
          className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-lg items-center justify-between gap-4 bg-ink px-4 py-3 text-white raised-low print:hidden"
        >
          {messages[failure.failure]}
          <button
            type="button"
            onClick={() => setFailure(undefined)}
            className="min-h-11 px-2 font-semibold underline"
          >
            Close
          </button>
        </p>
      )}
    </div>
  );
  return dialog?.isConnected ? createPortal(message, dialog) : message;
}
